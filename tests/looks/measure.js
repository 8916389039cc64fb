// What is wrong with the page shown, as lists of words for people; [] is well.
(() => {
  const seen = element => {
    const style = getComputedStyle(element);
    // What is folded away by <details> has boxes all the same.
    return style.display !== "none" && style.visibility === "visible" && element.checkVisibility();
  };
  const rgba = text => {
    const found = text.match(/[\d.]+/g).map(Number);
    return [found[0], found[1], found[2], found.length > 3 ? found[3] : 1];
  };
  const over = (upper, lower) => {
    const a = upper[3];
    return [0, 1, 2].map(i => upper[i] * a + lower[i] * (1 - a)).concat(1);
  };
  const light = colour => {
    const [r, g, b] = colour.slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const meta = document.querySelector("meta[name=color-scheme]");
  const follows = dark && (scheme + " " + (meta ? meta.content : "")).includes("dark");
  const canvas = follows ? [18, 18, 18, 1] : [255, 255, 255, 1];
  const background = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(getComputedStyle(at));
    if (layers.some(style => style.backgroundImage !== "none")) return null;
    return layers.reverse().reduce((lower, style) => over(rgba(style.backgroundColor), lower), canvas);
  };
  const opacity = element => {
    let found = 1;
    for (let at = element; at; at = at.parentElement) found *= Number(getComputedStyle(at).opacity);
    return found;
  };

  const width = document.documentElement.clientWidth;
  const scroll = [];
  if (document.documentElement.scrollWidth > width)
    scroll.push(`the page is ${document.documentElement.scrollWidth} wide`);
  // A link for the keyboard ("skip to the content") stays off the page until it is reached.
  const waits = element => element.matches('a[href^="#"]')
    && element.getBoundingClientRect().right < 0;
  const faint = [], small = [], outside = [], cut = [], broken = [], boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (!text || !seen(element) || waits(element)) continue;
    const style = getComputedStyle(element);
    const short = text.slice(0, 40);
    const lower = background(element);
    if (lower === null) faint.push(`on a picture: ${short}`);
    else {
      const ink = rgba(style.color);
      const found = contrast(over([ink[0], ink[1], ink[2], ink[3] * opacity(element)], lower), lower);
      if (found < 4.5) faint.push(`${found.toFixed(2)}: ${short}`);
    }
    if (parseFloat(style.fontSize) < 12) small.push(`${style.fontSize}: ${short}`);
    const range = document.createRange();
    // A word that fits a line stands on one line; a hash, an address or a mail as it was sent may be broken.
    for (const word of node.data.matchAll(/[^\s\u00a0]+/g)) {
      if (word[0].length > 22 || /[@-]/.test(word[0]) || element.closest("pre")) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(box => box.width > 0).map(box => box.top);
      if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(word[0]);
    }
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      if (box.left < -1 || box.right > width + 1) outside.push(short);
      boxes.push({box, short, element});
    }
  }
  const pictures = [...document.images].filter(seen);
  const wordless = pictures.filter(image => !image.alt.trim()).map(image => image.src.slice(-60));
  const missing = pictures.filter(image => !image.complete || !image.naturalWidth)
    .map(image => image.alt.slice(0, 40));
  for (const image of pictures) {
    const box = image.getBoundingClientRect();
    boxes.push({box, short: `picture: ${image.alt.slice(0, 30)}`, element: image});
    const isMoved = image.closest("[tabindex='0']") !== null; // sideways, by whoever looks
    if (!isMoved && (box.left < -1 || box.right > width + 1)) outside.push(`picture: ${image.alt.slice(0, 30)}`);
  }
  for (const element of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const isMoved = element.tabIndex === 0 && !element.textContent.trim();
    if (style.overflowX !== "visible" && !isMoved && element.scrollWidth > element.clientWidth + 1)
      cut.push(`${element.tagName}: ${element.textContent.trim().slice(0, 40)}`);
  }
  const overlaps = [];
  boxes.sort((one, other) => one.box.top - other.box.top);
  for (let i = 0; i < boxes.length; i++)
    for (let j = i + 1; j < boxes.length; j++) {
      const [one, other] = [boxes[i], boxes[j]];
      if (other.box.top >= one.box.bottom - 2) break;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      // Lines of one sentence touch by their leading; letters do not.
      if (across > 2 && down > Math.min(one.box.height, other.box.height) * 0.4)
        overlaps.push(`${one.short} / ${other.short}`);
    }
  return {scroll, faint, small, outside, cut, broken, wordless, missing, overlaps, texts: boxes.length};
})()
