// The memory in which one thread asks another who signed what: a message there and one back cost a third of the check itself.
import type { SignedAuthorization } from './signature.ts'

/** The asking thread's side. Questions are answered in the order they are asked. */
export interface AskingSide {
  /** False when there is no room. */
  ask(signed: SignedAuthorization): boolean
  /** The next answer, if it is there. */
  read(): boolean | null
  /** Calls back once, when there is an answer. */
  whenAnswered(call: () => void): void
  /** The other side ends, and answers nothing any more. */
  end(): void
}

// Divides 2^32, at which the counters begin anew.
const slots = 1_024
// Longer than any question.
const slotBytes = 1_024
const [asked, answered, ended, asleep] = [0, 1, 2, 3]
const counterBytes = 16
// While more is asked the asking thread is told of this many answers at once: to be told costs it as much as to ask.
const answersAtOnce = 16
const yes = 1
const no = 2

export function createRing(): SharedArrayBuffer {
  return new SharedArrayBuffer(counterBytes + slots + slots * slotBytes)
}

export function askingSide(ring: SharedArrayBuffer): AskingSide {
  const { counters, answers, texts } = viewsOf(ring)
  let put = 0
  let taken = 0
  let isWaking = false
  // Only the other side says that it is awake. It may have answered all of this turn already and be about to sleep again: taken for awake
  // from then on, it would never be woken.
  const wake = () => {
    isWaking = false
    if (Atomics.load(counters, asleep) === 1) Atomics.notify(counters, asked)
  }
  return {
    ask(signed) {
      const text = textOf(signed)
      if (((put - taken) | 0) === slots || text.length > slotBytes) return false
      texts.write(text, slotOf(put) * slotBytes, 'latin1')
      put = next(put)
      Atomics.store(counters, asked, put)
      // Awake, it sees the count by itself. To wake it costs more than to write the question: once for all of this turn.
      if (!isWaking && Atomics.load(counters, asleep) === 1) {
        isWaking = true
        setImmediate(wake)
      }
      return true
    },
    read() {
      if (taken === Atomics.load(counters, answered)) return null
      const answer = answers[slotOf(taken)] === yes
      taken = next(taken)
      return answer
    },
    whenAnswered(call) {
      const change = Atomics.waitAsync(counters, answered, taken)
      if (change.async) void change.value.then(call)
      else call()
    },
    end() {
      Atomics.store(counters, ended, 1)
      Atomics.add(counters, asked, 1)
      Atomics.notify(counters, asked)
    },
  }
}

/** The answering thread's side, which sleeps while nothing is asked, and ends when it is told to or `judge` says null. */
export function answerAll(ring: SharedArrayBuffer, judge: (signed: SignedAuthorization) => boolean | null): void {
  const { counters, answers, texts } = viewsOf(ring)
  let at = 0
  let told = 0
  const tell = () => {
    told = at
    Atomics.notify(counters, answered)
  }
  while (true) {
    if (Atomics.load(counters, asked) === at) {
      Atomics.store(counters, asleep, 1)
      // Returns at once where something was asked in between.
      Atomics.wait(counters, asked, at)
      Atomics.store(counters, asleep, 0)
    } else if (Atomics.load(counters, ended) === 1) return
    else {
      const slot = slotOf(at)
      const judged = judge(readText(texts.toString('latin1', slot * slotBytes, (slot + 1) * slotBytes)))
      if (judged === null) return
      answers[slot] = judged ? yes : no
      at = next(at)
      Atomics.store(counters, answered, at)
      if (Atomics.load(counters, asked) === at || ((at - told) | 0) >= answersAtOnce) tell()
    }
  }
}

function viewsOf(ring: SharedArrayBuffer) {
  return {
    counters: new Int32Array(ring, 0, counterBytes / 4),
    answers: new Uint8Array(ring, counterBytes, slots),
    texts: Buffer.from(ring, counterBytes + slots),
  }
}

function next(count: number): number {
  return (count + 1) | 0
}

function slotOf(count: number): number {
  return (count >>> 0) % slots
}

// Numbers in hex and decimal, none of which holds a space; the last one ends what an earlier question has left in the slot.
function textOf({ separator, authorization, signature }: SignedAuthorization): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return `${separator} ${from} ${to} ${value} ${validAfter} ${validBefore} ${nonce} ${signature} `
}

function readText(text: string): SignedAuthorization {
  const words = text.split(' ', 8) as [string, string, string, string, string, string, string, string]
  const [separator, from, to, value, validAfter, validBefore, nonce, signature] = words
  return { separator, authorization: { from, to, value, validAfter, validBefore, nonce }, signature }
}
