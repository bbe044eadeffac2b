// The exchange as a list of steps, each with what it is about and, on demand, the very bytes that were sent or got.
import { type Child, h } from '../view/node.ts'
import { element, elements } from './elements.ts'

export type Outcome = 'busy' | 'done' | 'bad'

export interface Step {
  say(outcome: Outcome, text: Child): void
  /** What was sent or got, decoded. */
  show(title: string, value: unknown): void
  /** Something to press or read in it. */
  add(...children: Node[]): void
}

export interface Steps {
  begin(title: string): Step
  clear(): void
  /** Where whoever came here by the keyboard goes on reading, when what they pressed is gone. */
  focus(): void
}

export function createSteps(list: HTMLElement): Steps {
  return {
    clear: () => list.replaceChildren(),
    focus: () => list.focus(),
    begin(title) {
      const words = element(h('p', { class: 'step-words' }, 'working …'))
      const item = element(h('li', { class: 'busy' }, h('p', { class: 'step-title' }, title)))
      item.append(words)
      list.append(item)
      return {
        say(outcome, text) {
          item.className = outcome
          words.replaceChildren(...elements(text))
        },
        show(name, value) {
          const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
          item.append(
            element(h('details', { class: 'bytes' }, h('summary', null, name), h('pre', { tabindex: 0 }, h('code', null, text)))),
          )
        },
        add: (...children) => item.append(...children),
      }
    },
  }
}
