"""What stands below a stage and follows its round."""
