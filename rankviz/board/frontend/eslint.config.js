/** ESLint rules for the browser's modules and their tests. */

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: { "no-unused-vars": "error", eqeqeq: "error", "prefer-const": "error", "no-undef": "error" },
  },
  { files: ["tests/frontend/**", "**/frontend/build.js"], languageOptions: { globals: globals.node } },
];
