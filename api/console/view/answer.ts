// An answer as a person reads it: the verdict first, its figures as tables, where it comes from last.
import { drawGauge } from './gauge.ts'
import { h, isSafeLink, type PageNode } from './node.ts'
import { showSection } from './sections.ts'
import { isRecord, type JsonValue, type Told, toldOf } from './shapes.ts'
import { figure, lasting, nameOf, sayText } from './words.ts'

export function showAnswer(body: JsonValue, told?: Told): PageNode {
  if (!isRecord(body)) return h('div', { class: 'answer' }, showSection('answer', body))
  const { signal, meta, ...rest } = body
  const loose = Object.entries(rest).filter(([, value]) => !isRecord(value) && !Array.isArray(value))
  const whole = Object.entries(rest).filter(([, value]) => isRecord(value) || Array.isArray(value))
  return h(
    'div',
    { class: 'answer' },
    isRecord(signal) && showSignal(signal),
    told !== undefined && offerWords(),
    h(
      'div',
      { class: 'sections' },
      loose.length > 0 && showSection('figures', Object.fromEntries(loose) as JsonValue, 0, told),
      whole.map(([name, value]) => showSection(name, value as JsonValue, 0, toldOf(told, name))),
    ),
    isRecord(meta) && showMeta(meta),
  )
}

function showSignal(signal: Record<string, JsonValue>): PageNode {
  const { label, score, score_range, confidence, as_of, summary, same_without } = signal
  const [low, high] = Array.isArray(score_range) ? (score_range as JsonValue[]) : []
  const hasScore = typeof score === 'number' && typeof low === 'number' && typeof high === 'number'
  return h(
    'div',
    { class: 'verdict' },
    h(
      'div',
      { class: 'verdict-head' },
      h('p', { class: 'label' }, typeof label === 'string' ? nameOf(label) : 'answer'),
      hasScore && h('p', { class: 'score' }, figure(score)),
    ),
    hasScore && drawGauge({ score, range: [low, high] }),
    typeof summary === 'string' && h('p', { class: 'summary' }, summary),
    h(
      'p',
      { class: 'facts' },
      typeof confidence === 'number' && h('span', null, `confidence ${Math.round(confidence * 100)} %`),
      typeof as_of === 'string' && h('span', null, `as of ${sayText(as_of)}`),
      Array.isArray(same_without) && h('span', null, `of all: the same without ${same_without.join(', ')}`),
    ),
  )
}

function showMeta({ sources, age_seconds, stale, world, formula }: Record<string, JsonValue>): PageNode {
  const named = Array.isArray(sources) ? (sources as JsonValue[]).filter(isRecord) : []
  return h(
    'div',
    { class: 'origin' },
    h(
      'p',
      { class: 'facts' },
      typeof age_seconds === 'number' && h('span', null, `${lasting(age_seconds)} old`),
      stale === true && h('span', { class: 'bad' }, 'stale'),
      typeof formula === 'string' && h('span', null, `formula ${formula}`),
      typeof world === 'string' && h('span', null, `${world} world`),
    ),
    named.length > 0 && h('ul', { class: 'sources' }, named.map(showSource)),
  )
}

function showSource({ name, url, licence }: Record<string, JsonValue>): PageNode {
  const title = typeof name === 'string' ? name : 'source'
  const isLink = typeof url === 'string' && /^https:/.test(url) && isSafeLink(url)
  return h(
    'li',
    null,
    isLink ? h('a', { href: url, rel: 'noreferrer' }, title) : title,
    typeof licence === 'string' && h('span', { class: 'soft' }, ` · ${licence}`),
  )
}

/** Names of figures are short; this shows what each means below it, by the style alone. */
const offerWords = (): PageNode => h('label', { class: 'explain' }, h('input', { type: 'checkbox' }), ' Say what each figure is')
