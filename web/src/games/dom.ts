// Making nodes without markup: texts stay texts.

type Value = string | number | boolean | null | undefined;
export type Child = Node | string | number | null | undefined | false;

const SVG = "http://www.w3.org/2000/svg";

/** el("button", { class: "cell", "aria-label": label, onclick: play }, "d3") */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value | EventListener> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value | EventListener> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<E extends Element>(node: E, attributes: Record<string, Value | EventListener>, children: Child[]): E {
  set(node, attributes);
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode));
  return node;
}

function asNode(child: Child): Node | string {
  return child instanceof Node ? child : String(child);
}

/** Set, change or (null, undefined, false) remove attributes; `on...` are listeners. */
export function set(node: Element, attributes: Record<string, Value | EventListener>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
}
