// The languages that tesseract has data for here, and which of them a script is written in.
import { execFileSync } from 'node:child_process'
import { findProgram } from '../process/find-program.ts'
import { ConvertRefusal } from '../refusal.ts'

const askMs = 10_000
let known: { program: string; languages: readonly string[] } | null = null

/** In the order of their names; empty where tesseract is not installed. */
export function ocrLanguages(): readonly string[] {
  const program = findProgram('tesseract')
  if (program === null) return []
  if (known?.program !== program) known = { program, languages: ask(program) }
  return known.languages
}

function ask(program: string): string[] {
  try {
    const told = execFileSync(program, ['--list-langs'], { encoding: 'utf8', timeout: askMs, stdio: ['ignore', 'pipe', 'pipe'] })
    return told
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((name) => /^[a-z]{3}(?:_[a-z]{3,4})?$/.test(name) && name !== 'osd' && name !== 'equ')
      .sort()
  } catch {
    // One that cannot say what it reads reads nothing.
    return []
  }
}

/** Why a language that was asked for cannot be read here; null where it can, or where nothing is read at all. */
export function languageRefusal(asked: string | undefined): ConvertRefusal | null {
  if (asked === undefined) return null
  const installed = ocrLanguages()
  if (installed.length === 0) return null
  const missing = [...new Set(asked.split('+'))].filter((name) => !installed.includes(name))
  if (missing.length === 0) return null
  const message = `no data to read ${missing.join(', ')} is installed here; ocr_lang may be ${installed.join(', ')}, or two or three of them joined by +`
  return new ConvertRefusal('ocr_lang_missing', message)
}

const scripts: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['ara', 'fas', 'urd'],
  Armenian: ['hye'],
  Bengali: ['ben'],
  Cyrillic: ['rus', 'ukr', 'bul', 'srp'],
  Devanagari: ['hin', 'mar', 'nep'],
  Georgian: ['kat'],
  Greek: ['ell'],
  Gujarati: ['guj'],
  Han: ['chi_sim', 'chi_tra'],
  Hangul: ['kor'],
  Hebrew: ['heb'],
  Japanese: ['jpn'],
  Kannada: ['kan'],
  Korean: ['kor'],
  Latin: [],
  Malayalam: ['mal'],
  Tamil: ['tam'],
  Telugu: ['tel'],
  Thai: ['tha'],
}

/** The first installed language of a script; null where there is none, undefined where the script tells nothing. */
export function languageOfScript(script: string): string | null | undefined {
  const names = scripts[script]
  if (names === undefined || names.length === 0) return undefined
  const installed = ocrLanguages()
  return names.find((name) => installed.includes(name)) ?? null
}
