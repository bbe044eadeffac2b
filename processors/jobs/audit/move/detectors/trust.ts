// What is taken from outside: chance, prices, signatures, and code that runs half-way.
import type { Context, Entry } from '../context.ts'
import type { Fact } from '../flow.ts'
import { canonicalPath, type Fn, findStruct, nameOfType, plain } from '../project.ts'
import type { Expr } from '../tree.ts'
import { bare, namesIn, some, spell, walk } from '../walk.ts'
import { firstValue } from './bounds.ts'

export function trust(context: Context): void {
  for (const entry of context.entries) {
    randomness(context, entry)
    costs(context, entry)
    storedPrice(context, entry)
    toldPrice(context, entry)
    prices(context, entry)
    signatures(context, entry)
    halfWay(context, entry)
  }
  for (const fn of context.functions)
    for (const node of walk(fn.item.body)) {
      if (node.kind !== 'binary' || node.op !== '%') continue
      const from = spell(bare(node.left))
      const isChain =
        /timestamp_ms|now_seconds|now_microseconds|epoch\(|epoch_timestamp|block_height|get_current_block|fresh_object_address|uid_to_(bytes|inner|address)|digest|seed|random|rand\b/i
      const sources = [...namesIn(node.left)].map((name) => spell(firstValue(fn, name)))
      // Where a value comes from the calls are followed; what a draw gave is no secret kept badly.
      if (sources.some((one) => /generate_|random(ness)?::/.test(one)) || isHandedIn(fn, node.left)) continue
      const source = sources.find((one) => isChain.test(one))
      const text = isChain.test(from) ? from : source
      if (
        text !== undefined &&
        /win|lott|raffle|rand|draw|roll|dice|spin|game|bet|flip|seed|luck|mint|index|number|pick|prize|reward|lucky|tier|rarity|loot|shuffle|select/i.test(
          fn.name,
        ) &&
        !/generate_u|random::|randomness::/.test(text)
      )
        context.raise('chance-from-chain', node, fn, `${spell(node)} is known before the call is made`)
    }
}

/** A parameter of a function that only this project calls. */
const isHandedIn = (fn: Fn, node: Expr): boolean =>
  !fn.isOpen && bare(node).kind === 'name' && fn.item.params.some(({ name }) => name === spell(bare(node)))

/** Who may call from a module of his own sees the draw, and aborts where it is not his. */
function randomness(context: Context, { fn, flow }: Entry): void {
  if (fn.item.visibility !== 'public' || /^random/.test(fn.module.name)) return
  const taken = fn.item.params.find(({ type }) => ['Random', 'RandomGenerator'].includes(nameOfType(type)))
  const drawn = flow.facts.find(
    (fact) =>
      fact.kind === 'call' &&
      fact.called.module === 'randomness' &&
      /^(u\d+_integer|u\d+_range|bytes|permutation)$/.test(fact.called.name),
  )
  if (taken !== undefined && fn.module.isSui)
    context.raise(
      'public-randomness',
      fn.item,
      fn,
      `${taken.name} is drawn from in a public function`,
      nameOfType(taken.type) === 'Random' ? {} : { severity: 'low' },
    )
  else if (drawn !== undefined)
    context.raise('public-randomness', fn.item, fn, `${spell(drawn.node)} is reached from a public function`)
}

const draws = /^(u\d+_integer|u\d+_range|bytes|permutation|generate_\w+|shuffle)$/

/** What follows from a draw follows in the same call, and one way costs more than the other. */
function costs(context: Context, { fn, flow }: Entry): void {
  if (fn.item.visibility === 'public') return
  const isDrawn = flow.facts.some(
    (fact) =>
      fact.kind === 'call' && fact.fn === fn && /^random(ness)?$/.test(fact.called.module) && draws.test(fact.called.name),
  )
  if (!isDrawn) return
  const turn = [...walk(fn.item.body)].find((node) => node.kind === 'if' && callsIn(node.then) !== callsIn(node.otherwise))
  if (turn?.kind === 'if')
    context.raise('outcome-costs-differ', turn, fn, `${spell(turn.test)} decides how much is done in the same call`)
}

const callsIn = (node: Parameters<typeof walk>[0]): string =>
  [...walk(node)].flatMap((one) => (one.kind === 'call' && !one.isMacro ? [one.path.join('::')] : [])).join(' ')

/** A price is told without its time, though the time is kept beside it. */
function toldPrice(context: Context, { fn }: Entry): void {
  const [from] = fn.item.params
  const own = plain(from?.type ?? null)
  if (from === undefined || fn.item.params.length > 1 || own?.kind !== 'path' || !/^u\d+$/.test(nameOfType(fn.item.result)))
    return
  const struct = findStruct(canonicalPath(own.path, fn.module), context.project)
  const time = struct?.item.fields.find(({ name }) => /(^|_)(timestamp|updated|update|time|updated_at|published)(_|$)/.test(name))
  const fields = [...walk(fn.item.body)].filter((node) => node.kind === 'field').map((node) => node.name)
  if (time !== undefined && fields.some((name) => /(^|_)price(_|$)/.test(name)) && !fields.includes(time.name))
    context.raise('stale-price', fn.item, fn, `${fn.name} tells the price and not its ${time.name}`, {
      severity: 'low',
      confidence: 0.4,
    })
}

/** A price that was stored is reckoned with, and when it was stored is not asked. */
function storedPrice(context: Context, { fn, flow }: Entry): void {
  const oracle = fn.item.params.find(
    ({ type }) =>
      (type.kind === 'ref' || type.kind === 'path') && /(Oracle|PriceFeed|PriceInfo|PriceData)$/.test(nameOfType(type)),
  )
  if (oracle === undefined) return
  const isAged = [...flow.reached].some((one) =>
    some(
      one.item.body,
      (node) => node.kind === 'binary' && comparing.has(node.op) && /time|age|stale|updated|epoch|fresh/i.test(spell(node)),
    ),
  )
  if (isAged) return
  const priced = new Set(['price'])
  for (const node of walk(fn.item.body))
    if (node.kind === 'let' && node.value !== null && isPriceOf(bare(node.value), oracle.name))
      for (const { name } of node.pattern.names) priced.add(name)
  const used = [...walk(fn.item.body)].find(
    (node) =>
      node.kind === 'binary' &&
      (node.op === '*' || node.op === '/') &&
      [node.left, node.right].some((side) =>
        some(
          side,
          (one) => isPriceOf(one, oracle.name) || (one.kind === 'name' && priced.size > 1 && priced.has(one.path.at(-1)!)),
        ),
      ),
  )
  if (used !== undefined)
    context.raise('stale-price', used, fn, `${spell(used)} reckons with a price of ${oracle.name} of any age`)
}

const comparing = new Set(['<', '>', '<=', '>='])
const isPriceOf = (node: Expr, oracle: string): boolean =>
  node.kind === 'field' && /price|rate|value/.test(node.name) && node.on.kind === 'name' && node.on.path[0] === oracle

const unsafePrice = /^(get_price_unsafe|price_unsafe|get_ema_price_unsafe|latest_value|get_latest_price|get_price_unchecked)$/

function prices(context: Context, { fn, flow }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'call' || !unsafePrice.test(fact.called.name)) continue
    const isAged = [...flow.reached].some((one) =>
      some(
        one.item.body,
        (node) =>
          (node.kind === 'binary' &&
            /age|timestamp|time|stale|epoch/i.test(spell(node)) &&
            ['<', '>', '<=', '>='].includes(node.op)) ||
          ((node.kind === 'call' || node.kind === 'method') &&
            /stale|fresh|age|no_older/.test(node.kind === 'call' ? node.path.at(-1)! : node.name)),
      ),
    )
    if (!isAged) context.raise('stale-price', fact.fn === fn ? fact.node : fn.item, fn, `${spell(fact.node)} may be of any age`)
  }
}

function signatures(context: Context, { fn, flow }: Entry): void {
  const verified = flow.facts.find(
    (fact) =>
      fact.kind === 'call' &&
      fact.called.fn === null &&
      /^(ed25519|secp256k1|secp256r1|ecdsa_k1|bls12381)/.test(fact.called.module) &&
      /verify|recover/.test(fact.called.name),
  )
  if (verified === undefined || fn.item.result !== null) return
  const changes = flow.facts.some(
    (fact) =>
      fact.kind === 'write' || (fact.kind === 'call' && /transfer|mint|withdraw|deposit|take|split/.test(fact.called.name)),
  )
  const isOnce = [...flow.reached].some((one) =>
    some(one.item.body, (node) =>
      /nonce|used|claimed|seen|replay|sequence|consumed|spent|deadline|expir/i.test(
        node.kind === 'field' ? node.name : node.kind === 'name' ? node.path.at(-1)! : '',
      ),
    ),
  )
  const isKept = flow.facts.some((fact) => fact.kind === 'call' && /^(add|insert|push_back)$/.test(fact.called.name))
  if (changes && !isOnce && !isKept)
    context.raise(
      'signature-replay',
      verified.fn === fn ? verified.node : fn.item,
      fn,
      `${spell(verified.node)} holds as often as it is sent`,
    )
}

const handsOver = /(^|_)(callbacks?|notify|notification|hooks?|auction)(_|$)|^(on|execute|process|finalize|initiate|dispatch)_/
const lock = /lock|guard|reentran|processing|entered|in_progress/i

/** Stored values are written and something else runs before the call is done, with no lock taken. */
function halfWay(context: Context, { fn, flow }: Entry): void {
  const isOwn = (fact: Fact) => fact.fn === fn
  const isLocked =
    flow.facts.some(
      (fact) =>
        isOwn(fact) &&
        fact.kind === 'check' &&
        some(
          fact.node,
          (node) => (node.kind === 'field' && lock.test(node.name)) || (node.kind === 'call' && lock.test(node.path.at(-1)!)),
        ),
    ) &&
    flow.facts.some(
      (fact) =>
        isOwn(fact) &&
        ((fact.kind === 'write' && lock.test(fact.field)) || (fact.kind === 'call' && /lock/i.test(spell(fact.node)))),
    )
  if (isLocked) return
  let written: string | null = null
  for (const fact of flow.facts) {
    if (!isOwn(fact)) continue
    const isStored = (origins: ReadonlySet<string>) => origins.has('state') || origins.has('handed') || origins.has('own')
    if (fact.kind === 'write' && isStored(fact.root)) written = fact.field
    else if (fact.kind === 'call' && fact.called.name === 'push_back' && isStored(fact.args[0]!))
      written = spell(fact.called.args[0]!)
    else if (
      written !== null &&
      fact.kind === 'call' &&
      (handsOver.test(fact.called.name) || fact.called.module === 'dispatchable_fungible_asset')
    ) {
      context.raise(
        'runs-half-way',
        fact.node,
        fn,
        `${fact.called.name} runs after ${written} was written, and nothing locks the rest`,
      )
      return
    }
  }
}
