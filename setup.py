"""What pyproject.toml cannot say of the build: app and bundles go into it, and README without what it leads to.

The app's scripts and settings stand at the top of a checkout, where `streamlit run app.py` and hosts look for them.
In a wheel they lie in `rankviz/app`; `rankviz.engine.environment.app_script` finds them in both.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

TOP = Path(__file__).parent
APP = ("app.py", "pages/*.py", ".streamlit/config.toml")


def app_files() -> list[str]:
    """Return the files of the app, by their paths below the top folder."""
    return sorted(file.relative_to(TOP).as_posix() for each in APP for file in TOP.glob(each))


def description() -> str:
    """Return README for a package index: without what a checkout alone has, and of links into one the words."""
    text = (TOP / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"<!-- checkout -->.*?<!-- /checkout -->\n*", "", text, flags=re.S)
    return re.sub(r"\[([^\]]*)\]\((?!https:)[^)]*\)", r"\1", text)


def bundle() -> None:
    """Bundle the front end where Node.js and esbuild are; elsewhere its sources go as they are, and work as well."""
    board, node = TOP / "rankviz" / "board", shutil.which("node")
    if node and (TOP / "node_modules" / "esbuild").is_dir():
        subprocess.run([node, board / "frontend" / "build.js"], check=True)
    elif not (board / "built").is_dir():
        print(
            "The front end is not bundled, so pages open later. `npm ci` gets what it needs.", file=sys.stderr
        )


class SdistWithBundles(sdist):
    """Bundles the front end first, so that a wheel made from the archive has the bundles without Node.js."""

    def run(self) -> None:
        bundle()
        super().run()


class BuildWithApp(build_py):
    """Copies the app into the package; a checkout that is installed as editable has it where it stands."""

    def run(self) -> None:
        if self.editable_mode:
            super().run()
            return
        bundle()
        super().run()
        for file in app_files():
            self.copy_file(str(TOP / file), self._place(file), preserve_mode=False)

    def get_source_files(self) -> list[str]:
        return [*super().get_source_files(), *app_files()]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        copied = [] if self.editable_mode else [self._place(file) for file in app_files()]
        return [*super().get_outputs(include_bytecode), *copied]

    def _place(self, file: str) -> str:
        place = Path(self.build_lib, "rankviz", "app", file)
        place.parent.mkdir(parents=True, exist_ok=True)
        return str(place)


setup(
    cmdclass={"build_py": BuildWithApp, "sdist": SdistWithBundles},
    long_description=description(),
    long_description_content_type="text/markdown",
)
