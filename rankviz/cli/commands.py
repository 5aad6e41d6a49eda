"""The commands: how each is called and what it does, as the help, the completion and error messages have it."""

from rankviz.cli.options import PROGRAM

COMMANDS: dict[str, dict[str, str]] = {
    "trace": {"SOURCE [options]": "run algorithms on data, round by round"},
    "sources": {"": "list the data, and how to name your own"},
    "algorithms": {"": "list the algorithms and their parameters"},
    "experiment": {"SOURCE": "compare algorithms over many tasks, by cross-validation"},
    "ties": {
        "RUN QRELS": "what equal scores do to a run's NDCG, MAP, MRR, …",
        "SOURCE": "the same for boosting, round by round",
    },
    "folds": {"SOURCE": "write graded data as a folder of LETOR folds"},
    "playlist": {"FILE": "write a playlist as a page that plays it"},
    "lesson": {"FILE": "check a lesson or a challenge of your own"},
    "mark": {"CHALLENGE ANSWERS": "mark a class's answers to a challenge"},
    "site": {"OUT/": "write starts, lessons, claims and reference as a static site"},
    "serve": {"--workers N": "serve the app with several processes on this machine"},
    "warm": {"": "compile the engine ahead of a first start"},
    "claims": {"[NAME …]": "check the claims of the gallery, all or those named"},
    "completion": {"SHELL": "print a script that completes all this in bash, zsh or fish"},
}
"""Each is a module of its name beside this one, with `parser` and `main`: what it does, by what follows its name."""

_CALLS = {f"{name} {rest}": what for name, ways in COMMANDS.items() for rest, what in ways.items()}
_CALLS |= {"COMMAND --help": "help on one command", "--version": "print the version"}
_USAGE = "\n".join(f"       {PROGRAM} {call:<25}{what}" for call, what in _CALLS.items())

HELP = f"""\
RankViz lets you watch boosting learn to rank, in the browser or on the command line.

usage: {PROGRAM} [options]                start the app, and open the browser
{_USAGE}

Try these:
  {PROGRAM} trace bundled:diabetes
      RB-D, RB-C and RankBoost+ on a small real data set; prints how far each one got.
  {PROGRAM} trace scenario:lemma-3 --algorithms rb-d --no-negative-alpha
      The paper's own example of what goes wrong without negative weights.
  {PROGRAM} trace letor:train.txt --rounds 300 --holdout 0.2 --out run.json
      A LETOR file of yours, a fifth of its queries held out, every round into a file.
  {PROGRAM} trace bundled:diabetes --rounds 60 --out run.html
      A page of its own, to step through the rounds without RankViz and without a network.

The app takes --port N, --no-browser and --data DIR, a folder of your data. A file named - is standard input or output.
Every command takes --quiet, for its output and errors alone, and --verbose, for how long each step took.
"""
