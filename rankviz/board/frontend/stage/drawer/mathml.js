/** Equations as MathML, from trees made by Python (rankviz/board/drawer/mathml.py). */

/** @typedef {[string, Record<string, string>, ...(Tree | string | number)[]]} Tree a MathML element; a number is an index into the equation's numbers */

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** @param {Tree} tree @param {string[]} [numbers] @returns {Element} */
export function mathElement([tag, attributes, ...children], numbers = []) {
  const made = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(
    ...children.map((child) =>
      Array.isArray(child) ? mathElement(child, numbers) : typeof child === "number" ? numbers[child] : child,
    ),
  );
  return made;
}

/** Return the equation after an equals sign. @param {Tree} tree @returns {Element} */
export function afterEquals(tree) {
  const made = mathElement(tree);
  made.prepend(mathElement(["mo", {}, "="]));
  return made;
}
