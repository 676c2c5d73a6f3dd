/**
 * Texts, each with a number, by their characters. A node stands for the beginning of a text. It takes four places in
 * `nodes`: its last character, its first child, its parent's next child, and the number of the text that ends there. 0 is
 * no node.
 */
type Tree = { firsts: Int32Array; nodes: Int32Array };

const CHILD = 1;
const SIBLING = 2;
const NUMBER = 3;
const NODE_LENGTH = 4;
const NONE = 0x7fffffff;
const SPACE = " ".charCodeAt(0);
// First characters that share a place are siblings.
const FIRSTS = 2048;
const placeOf = (character: number) => character % FIRSTS;

/**
 * Returns a function that finds the least number of all texts that another text contains. Those that begin with a space
 * are sought only at spaces. The function follows the texts character by character, so the time hardly grows with their
 * amount. A pattern of as many texts would be a little quicker, but take most of a second to compile.
 */
export function leastContained(texts: ReadonlyMap<string, number>): (text: string) => number | null {
  const isWord = ([text]: [string, number]) => text.charCodeAt(0) === SPACE;
  const words = treeOf([...texts].filter(isWord).map(([text, number]) => [text.slice(1), number]));
  const parts = treeOf([...texts].filter((entry) => !isWord(entry)));
  return (text) => {
    let least = NONE;
    const last = text.length - 1;
    for (let at = 0; at <= last; at += 1) {
      if (text.charCodeAt(at) !== SPACE) least = leastAt(parts, text, at, least);
      else if (at < last) least = leastAt(words, text, at + 1, least);
    }
    return least === NONE ? null : least;
  };
}

/** Runs for each character of a text, so it is written for speed. */
function leastAt({ firsts, nodes }: Tree, text: string, start: number, known: number): number {
  let character = text.charCodeAt(start);
  let node = firsts[placeOf(character)] as number;
  let least = known;
  let at = start;
  while (node !== 0) {
    if (nodes[node] === character) {
      const number = nodes[node + NUMBER] as number;
      if (number < least) least = number;
      node = nodes[node + CHILD] as number;
      at += 1;
      character = at < text.length ? text.charCodeAt(at) : 0;
    } else node = nodes[node + SIBLING] as number;
  }
  return least;
}

function treeOf(texts: readonly (readonly [text: string, number: number])[]): Tree {
  const firsts = new Int32Array(FIRSTS);
  const nodes = [0, 0, 0, 0];
  for (const [text, number] of texts) {
    let node = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charCodeAt(at);
      const [line, place] = at === 0 ? [firsts, placeOf(character)] : [nodes, node + CHILD];
      node = line[place] ?? 0;
      while (node !== 0 && nodes[node] !== character) node = nodes[node + SIBLING] ?? 0;
      if (node === 0) {
        node = nodes.push(character, 0, line[place] ?? 0, NONE) - NODE_LENGTH;
        line[place] = node;
      }
    }
    nodes[node + NUMBER] = number;
  }
  return { firsts, nodes: Int32Array.from(nodes) };
}
