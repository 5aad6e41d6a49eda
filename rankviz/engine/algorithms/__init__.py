"""The boosting algorithms: rule sets over one shared loop."""
