/*
 * Runs in the page: what is wrong with the sizes and places of what a person sees there, without knowing any
 * page.
 */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Browsers round to fractions of a pixel. */
const slack = 1.5;

const fewestCharacters = 10;

const widthOf = ({ left, right }: Box): number => right - left;
const heightOf = ({ top, bottom }: Box): number => bottom - top;

const shared = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const overlap = (one: Box, other: Box): boolean => {
  const both = shared(one, other);
  return widthOf(both) > slack && heightOf(both) > slack;
};

const page: Box = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
};

const canvas = document.createElement('canvas').getContext('2d');

/** The width of a text as an element would write it. */
const measured = (element: Element, text: string): number => {
  if (!canvas) return 0;
  canvas.font = getComputedStyle(element).font;
  return canvas.measureText(text).width;
};

const tenCharactersIn = (element: Element): number => measured(element, '0'.repeat(fewestCharacters));

const describe = (element: Element): string => {
  const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);
  return `<${element.localName}> “${words}”`;
};

/**
 * Ancestors, the nearest first, as far as they can clip the element: what is fixed leaves the others behind.
 */
const around = (element: Element): Element[] => {
  const found: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at !== element) found.push(at);
    if (getComputedStyle(at).position === 'fixed') break;
  }
  return found;
};

const clips = (overflow: string): boolean => overflow !== 'visible';
const cutsOff = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';

/** The part of a box that is seen: what scrolls or clips around the element leaves no more of it. */
const seen = (element: Element, box: Box): Box => {
  let left = box;
  for (const ancestor of around(element)) {
    const { overflowX, overflowY } = getComputedStyle(ancestor);
    const edge: Box = ancestor.getBoundingClientRect();
    left = shared(left, {
      left: clips(overflowX) ? edge.left : page.left,
      right: clips(overflowX) ? edge.right : page.right,
      top: clips(overflowY) ? edge.top : page.top,
      bottom: clips(overflowY) ? edge.bottom : page.bottom,
    });
  }
  return left;
};

const isShown = (element: Element): boolean => {
  const box = element.getBoundingClientRect();
  // Text for screen readers only is a pixel wide, or left of the page.
  if (box.width <= 1 || box.height <= 1 || box.right <= 0) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  // Nothing that lies under a dialog can be read or pressed.
  return element.closest('[inert], [aria-hidden=true], [data-base-ui-inert]') === null;
};

const isForScreenReaders = (element: Element): boolean =>
  element.closest('svg, noscript, script, style') !== null ||
  [element, ...around(element)].some((at) => getComputedStyle(at).clipPath !== 'none');

/** The nearest ancestor that has a box of its own for lines of text. */
const blockOf = (element: Element): Element => {
  let at = element;
  while (at.parentElement && /^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement;
  return at;
};

const contentWidth = (element: Element): number => {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
};

interface Text {
  readonly words: string;
  readonly parent: Element;
  /** One box for each line. */
  readonly lines: readonly Box[];
}

const textsIn = (root: Element): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (words === '' || !parent || !isShown(parent) || isForScreenReaders(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    found.push({ words, parent, lines: [...range.getClientRects()] });
  }
  return found;
};

const narrowTexts = (texts: readonly Text[]): string[] =>
  texts
    .filter(({ words, parent, lines }) => {
      if (
        lines.length < 2 ||
        words.length <= fewestCharacters ||
        /^pre/.test(getComputedStyle(parent).whiteSpace)
      )
        return false;
      const ten = tenCharactersIn(parent);
      const widest = Math.max(...lines.map(widthOf));
      return (
        contentWidth(blockOf(parent)) < ten - slack ||
        (lines.length > 2 && words.length > 2 * fewestCharacters && widest < ten)
      );
    })
    .map(
      ({ parent, lines }) => `Narrower than ten characters, in ${lines.length} lines: ${describe(parent)}`,
    );

const textsOutside = (texts: readonly Text[]): string[] =>
  texts
    .filter(({ parent, lines }) => {
      const block = blockOf(parent);
      if (/^(auto|scroll)$/.test(getComputedStyle(block).overflowX)) return false;
      const box = block.getBoundingClientRect();
      // Text that is cut off deliberately ends with an ellipsis, and shows ten characters first.
      if (getComputedStyle(block).textOverflow === 'ellipsis')
        return block.scrollWidth > block.clientWidth && block.clientWidth < tenCharactersIn(block);
      // A space at the end of a line may hang out of its box.
      const hangs = /^pre-wrap/.test(getComputedStyle(parent).whiteSpace) ? measured(parent, ' ') : 0;
      return lines.some(({ left, right }) => left < box.left - slack || right > box.right + hangs + slack);
    })
    .map(({ parent }) => `Sticks out of its box, or is cut off: ${describe(parent)}`);

const fields = 'input:not([type=checkbox], [type=radio], [type=range], [type=file]), select, textarea';

/**
 * The visible text of a field that is not scrolled: the choice, or the example. A typed value may be longer.
 */
const shownIn = (field: Element): string => {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.label ?? '';
  return field instanceof HTMLInputElement ? field.placeholder : '';
};

const narrowFields = (root: Element): string[] =>
  [...root.querySelectorAll(fields)].filter(isShown).flatMap((field) => {
    const isChoice = field instanceof HTMLSelectElement;
    const width = contentWidth(field);
    const name =
      field.getAttribute('aria-label') ?? (field as HTMLInputElement).labels?.[0]?.textContent ?? '';
    // A choice is as wide as its words, and has an arrow.
    if (!isChoice && width < tenCharactersIn(field) - slack)
      return [`A field narrower than ten characters: ${name}`];
    const text = shownIn(field);
    return measured(field, text) > (isChoice ? width - 16 : width) + slack
      ? [`A field cuts off “${text}”: ${name}`]
      : [];
  });

const interactive = 'a[href], button, input, select, textarea, summary, audio[controls], [role=option]';

/** The elements that can be pressed, with the boxes in which they are visible. */
const pressable = (root: Element) =>
  [...root.querySelectorAll(interactive)].filter(isShown).map((element) => ({
    element,
    boxes: [...element.getClientRects()]
      .map((box) => seen(element, box))
      .filter((box) => widthOf(box) > slack && heightOf(box) > slack),
  }));

/** The bar that an element belongs to, if it stays in place while the page scrolls beneath it. */
const barOf = (element: Element): Element | null => {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (/^(fixed|sticky)$/.test(getComputedStyle(at).position)) return at;
  }
  return null;
};

const overlaps = (root: Element): string[] => {
  const all = pressable(root);
  return all.flatMap(({ element, boxes }, at) =>
    all
      .slice(at + 1)
      .filter((other) => !element.contains(other.element) && !other.element.contains(element))
      .filter((other) => barOf(element) === barOf(other.element))
      .filter((other) => boxes.some((box) => other.boxes.some((one) => overlap(box, one))))
      .map((other) => `${describe(element)} overlaps ${describe(other.element)}`),
  );
};

/** A click in the middle of an element must reach the element that is visible there. */
const covered = (root: Element): string[] =>
  pressable(root).flatMap(({ element, boxes }) =>
    boxes
      .map(({ left, top, right, bottom }) =>
        document.elementFromPoint((left + right) / 2, (top + bottom) / 2),
      )
      .filter((hit) => hit !== null && !element.contains(hit) && !hit.contains(element))
      .filter((hit) => hit && barOf(hit) === barOf(element))
      .map((hit) => `${describe(element)} is covered by ${hit ? describe(hit) : 'nothing'}`),
  );

/**
 * Each element that can be pressed must be reachable by scrolling: no container may cut it off without a
 * scroll bar.
 */
const hiddenParts = (root: Element): string[] =>
  [...root.querySelectorAll(interactive)]
    .filter(isShown)
    .filter((element) => {
      const box = element.getBoundingClientRect();
      // A list that was scrolled can be scrolled back.
      if (box.left < -slack && !around(element).some(({ scrollLeft }) => scrollLeft > 0)) return true;
      return around(element).some((ancestor) => {
        const { overflowX, overflowY } = getComputedStyle(ancestor);
        const edge = ancestor.getBoundingClientRect();
        return (
          (cutsOff(overflowX) && (box.left < edge.left - slack || box.right > edge.right + slack)) ||
          (cutsOff(overflowY) && (box.top < edge.top - slack || box.bottom > edge.bottom + slack))
        );
      });
    })
    .map((element) => `Cut off: ${describe(element)}`);

const overflow = (): string[] => {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > window.innerWidth ? [`The page is ${scrollWidth} wide, on ${window.innerWidth}`] : [];
};

/** The layout's faults in the current state of the page. */
export const faults = (): readonly string[] => {
  // Sticky elements lie over content that is scrolled away. A page that is still scrolling by itself stops
  // here.
  window.scrollTo({ top: 0, behavior: 'instant' });
  const { body } = document;
  const texts = textsIn(body);
  return [
    ...overflow(),
    ...narrowTexts(texts),
    ...textsOutside(texts),
    ...narrowFields(body),
    ...overlaps(body),
    ...covered(body),
    ...hiddenParts(body),
  ];
};
