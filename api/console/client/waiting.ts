// Waiting for a wallet, which may never answer: whoever waits is told where to look, and can stop; what it says after that is not used.
import { h } from '../view/node.ts'
import { element } from './elements.ts'
import type { Step } from './steps.ts'

const patienceMs = 3_000

export function unlessLeft<T>(step: Step, name: string, ask: (left: AbortSignal) => Promise<T>): Promise<T> {
  const left = new AbortController()
  const leave = element(h('button', { type: 'button', class: 'leave' }, 'Do not wait'))
  const offered = setTimeout(() => {
    step.say('busy', `${name} has not answered yet; look whether it asks you something.`)
    step.add(leave)
  }, patienceMs)
  const isLeft = new Promise<never>((_, reject) => {
    leave.addEventListener('click', () => {
      left.abort()
      reject(new Error(`${name} was not waited for; refuse there what it still asks`))
    })
  })
  return Promise.race([ask(left.signal), isLeft]).finally(() => {
    clearTimeout(offered)
    leave.remove()
  })
}
