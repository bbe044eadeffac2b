// One text as a worker repurposes it: its sentences, the weightiest of them, and every asked format drafted from those.

import { cleanText } from '../read/text/clean.ts'
import { guessLanguage } from '../read/text/language.ts'
import { spaceless } from '../read/text/words.ts'
import type { Done } from '../workers/tasks.ts'
import { answerOf } from './answer.ts'
import { leastCharacters, mostCharacters } from './limits.ts'
import { withoutMarkup } from './markup.ts'
import { rankSentences } from './rank.ts'
import { headingsOf, type Sentence, sentencesOf } from './sentences.ts'
import type { RepurposeInput, SourceText } from './task-shape.ts'

const mostEvidence = 30
/** The share of a text that may be unreadable. */
const mostLost = 0.02

export function repurposeText(input: RepurposeInput, body: Buffer): Done<'repurpose'> {
  const given = JSON.parse(body.toString('utf8')) as SourceText
  const text = sourceOf(given)
  const characters = [...text].length
  if (characters < leastCharacters)
    return refused('too_short', `The text has ${characters} characters once it is cleaned; ${leastCharacters} is the least.`)
  const found = guessLanguage(input.language ?? given.language ?? null, text)
  const all = sentencesOf(text, found.language)
  if (all.length === 0) return refused('no_words', 'There is not one word in the text.')
  const lost = text.split('\ufffd').length - 1
  if (lost > mostLost * characters) return refused('unreadable', 'Too many of its characters could not be read.')
  const heeded = heeding(input, all)
  const sentences = heeded.sentences
  const notes = [
    ...heeded.notes,
    ...(lost === 0 ? [] : [`${lost} characters of the source could not be read and stand as \ufffd`]),
  ]
  const ranked = rankSentences(sentences)
  const glue = spaceless.test(text.slice(0, 2_000)) ? '' : ' '
  const headings = headingsOf(sentences)
  const answer = answerOf({ input, given, text, ...found, sentences, ranked, headings, glue, notes })
  const evidence = ranked
    .slice(0, mostEvidence)
    .map(({ sentence }) => sentence)
    .sort((a, b) => a.index - b.index)
    .map(({ span, piece }) => ({ ...span, text: piece.text }))
  return { output: { kind: 'repurposed', evidence }, text: JSON.stringify(answer) }
}

// The title of a page is part of what it says. Its text comes without marks already.
function sourceOf({ text, title, page }: SourceText): string {
  const given = cleanText(text)
  const clean = cleanText((page === null ? withoutMarkup(given) : null) ?? given).trim()
  const head = title === null ? '' : cleanText(title).replace(/\s+/g, ' ').trim()
  const isThere = head === '' || clean.slice(0, head.length + 20).includes(head)
  return cutAt(isThere ? clean : `${head}\n\n${clean}`, mostCharacters)
}

const cutAt = (text: string, most: number) => (text.length <= most ? text : text.slice(0, most).toWellFormed())

function heeding({ keepQuotes }: RepurposeInput, all: readonly Sentence[]): { sentences: readonly Sentence[]; notes: string[] } {
  if (keepQuotes) return { sentences: all, notes: [] }
  const without = all.filter(({ quotes }) => !quotes)
  if (without.some(({ kind }) => kind !== 'heading')) return { sentences: without.map(renumbered), notes: [] }
  return { sentences: all, notes: ['every sentence of the source quotes somebody, so quotes were kept'] }
}

const renumbered = (sentence: Sentence, index: number): Sentence => ({ ...sentence, index })

const refused = (code: string, message: string): Done<'repurpose'> => ({ output: { kind: 'refused', code, message }, text: '' })
