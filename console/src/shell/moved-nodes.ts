/** The child of a node that contains another node by now; null: none does. */
const childAround = (parent: Node, inside: Node): Node | null => {
  for (let at: Node | null = inside; at; at = at.parentNode) if (at.parentNode === parent) return at;
  return null;
};

/**
 * Lets pages go on where an extension has moved or replaced texts, as those that translate do. React removes
 * texts from where it has put them, and inserts before them. Browsers throw if a text is not there any more,
 * which would end the page. A text that was replaced may stay until its element goes.
 */
export const expectMovedNodes = (): void => {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = this.contains(child) ? child.parentNode : null;
    return parent ? (removeChild.call(parent, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childAround(this, before)) as T;
  };
};
