// Equations within a line of text: signs in fonts of mathematics, with the figures, brackets and scripts that belong to them.
import type { Word } from '../page-text.ts'
import { isCommanded, joinLatex } from './characters.ts'
import { mathMark } from './marks.ts'
import { isOfMath } from './of-math.ts'
import { functionNames, latexOfWord, mathFont, scriptsOf } from './symbols.ts'

// Of a relation or an operation there is something to write; one letter in italics is as plain without.
const operation = /[=<>≤≥≠≈≡∼∝→∈⊂+−×·∘◦⋅/∑∫∂∇±≪≫⪯⪰≺≻≲≳∉⊆⊇⊊⇒⇐⇔↦∪∩∧∨⊕⊗⊙-]/
const between = /^[\d.,+\-−=<>()[\]/|!]+$/
// Letters with brackets or strokes: (r or 1/r.
const mixed = /^[\d.,+\-−=<>()[\]/|!\p{L}]+$/u
const joint = /[()/[\]]/
const relation = /^(?:[=<>≤≥≠≈≡∼→∈⊂+−×∘◦⋅·≪≫⪯⪰≺≻≲≳∉⊆⊇⊊⇒⇐⇔↦∪∩∧∨⊕⊗⊙]|=⇒|⇐⇒)$/
const tail = /[.,;:!?]$/
const part = /^\\(?:frac|sum|prod|coprod|o?int|big[a-z]+|lim|max|min|sup|inf)/
const mostWords = 60

/** The words of a line, and in the place of every equation one word of LaTeX. */
export function withInlineEquations(words: readonly Word[]): readonly Word[] {
  if (!words.some(isSign)) return words
  const out: Word[] = []
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, at)
    if (run.length > 0) out.push(...equationOf(run))
    else out.push(words[at]!)
    at += Math.max(1, run.length)
  }
  return out
}

// A word of three letters is prose, whatever font it is set in.
/** A fraction, or a sum with its limits. */
const isPart = (w: Word): boolean => part.test(w.text.replaceAll(mathMark, '')) && w.text.startsWith(mathMark)
const isSign = (w: Word): boolean =>
  isPart(w) ||
  (isPlain(w) &&
    (mathFont.test(w.font) || [...w.text].some(isCommanded)) &&
    !/[\p{L}]{3}/u.test(w.text) &&
    !w.text.includes(mathMark))
const isPlain = (w: Word): boolean => w.href === undefined && w.note === undefined
const belongs = (w: Word): boolean =>
  isPlain(w) &&
  (isSign(w) ||
    between.test(w.text) ||
    functionNames.has(w.text) ||
    (w.script !== undefined && w.text.length <= 6) ||
    (mixed.test(w.text) && joint.test(w.text) && !/\p{L}{2}/u.test(w.text) && !/^\(\p{L}\)$/u.test(w.text)))
// One letter is a variable where a relation stands beside it, else a word of the prose.
const isOperand = (words: readonly Word[], at: number): boolean =>
  isPlain(words[at]!) &&
  /^\p{L}$/u.test(words[at]!.text) &&
  [words[at - 1], words[at + 1]].some((w) => w !== undefined && relation.test(w.text))

/** Letters of the text's own that touch a sign, or have a script of their own. */
const isOwnLetter = (words: readonly Word[], at: number): boolean => {
  const [word, next] = [words[at]!, words[at + 1]]
  const isBase = word.italic && /^\p{L}$/u.test(word.text) && next?.script !== undefined
  return isPlain(word) && word.script === undefined && (isBase || isOfMath(word, words[at - 1], next))
}

function runAt(words: readonly Word[], from: number): Word[] {
  let to = from
  while (to < words.length && to - from < mostWords && (belongs(words[to]!) || isOperand(words, to) || isOwnLetter(words, to)))
    to++
  let run = words.slice(from, to)
  // Scripts belong to what stands before them; figures and stops of the prose to the prose.
  if (run[0]?.script !== undefined) return []
  while (run.length > 0 && !isSign(run.at(-1)!) && run.at(-1)!.script === undefined && !closes(run)) run = run.slice(0, -1)
  const isEquation =
    run.some(isSign) &&
    isBalanced(run) &&
    (run.some((w) => w.script !== undefined) || (run.length > 2 && operation.test(textOf(run))))
  return isEquation ? run : []
}

const textOf = (run: readonly Word[]): string => run.map((w) => (isPart(w) ? '/' : w.text)).join('')

// A figure behind a relation, or a bracket of its own.
function closes(run: readonly Word[]): boolean {
  const last = run.at(-1)!.text
  if (/^\p{L}[.,;]?$/u.test(last)) return relation.test(run.at(-2)?.text ?? '')
  return /^[\d.,]*\d[.,]?$/.test(last) ? run.length > 1 && operation.test(run.at(-2)!.text.slice(-1)) : /[)\]][.,]?$/.test(last)
}

function isBalanced(run: readonly Word[]): boolean {
  let open = 0
  for (const character of textOf(run)) {
    if (character === '(' || character === '[') open++
    else if ((character === ')' || character === ']') && --open < 0) return false
  }
  return open === 0
}

function equationOf(run: readonly Word[]): Word[] {
  const last = run.at(-1)!
  const stop = tail.exec(last.text)?.[0] ?? ''
  const inner = [...run.slice(0, -1), { ...last, text: last.text.slice(0, last.text.length - stop.length) }]
  const pieces: string[] = []
  // However they follow each other, a sign has one of each.
  let scripts = { subscript: '', superscript: '' }
  const flush = () => {
    pieces.push(scriptsOf(scripts.subscript, scripts.superscript))
    scripts = { subscript: '', superscript: '' }
  }
  for (const word of inner) {
    const { text, script } = word
    const latex = isPart(word) ? text.slice(1, -1) : latexOfWord(word)
    if (script !== undefined) {
      scripts[script] = joinLatex([scripts[script], latex])
      continue
    }
    flush()
    pieces.push(latex)
  }
  flush()
  const { script: _script, ...first } = run[0]!
  return [
    { ...first, x1: last.x1, text: `${mathMark}${joinLatex(pieces)}${mathMark}${stop}`, bold: false, italic: false, mono: false },
  ]
}
