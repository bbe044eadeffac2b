// What is raised in a cell stays so: 10⁻³ is no 10-3, and 1,234³ with the mark of a note no 1,2343.
import type { Word } from '../page-text.ts'

const plain = '0123456789+-=()abcdefghijklmnoprstuvwxyz'
const raised = [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ']
const raisedOf = new Map([...plain].map((one, i) => [one, raised[i]!]))
/** Figures, or letters of notes; not the ending of an ordinal. */
const mark = /^(?:[+-]?\d{1,4}|\(\d{1,2}\)|[a-z])(?:,(?:\d{1,2}|[a-z]))*,?$/
const host = /[\p{L}\p{N})\]%°"*]$/u
const touching = 0.25

/** The words of one row of a cell. */
export function withRaised(words: readonly Word[]): readonly Word[] {
  if (!words.some((w) => w.script === 'superscript')) return words
  return words.map((word, i) => {
    const before = words[i - 1]
    const isRaised = word.script === 'superscript' && before !== undefined && before.script === undefined && mark.test(word.text)
    if (!isRaised || !host.test(before.text) || Math.abs(word.x0 - before.x1) > touching * before.size) return word
    return { ...word, text: [...word.text].map((one) => raisedOf.get(one) ?? one).join('') }
  })
}
