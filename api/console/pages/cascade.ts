// The cascade for people: a page that draws the free answer of /api/cascade/demo, and follows it as it changes.
import { type Child, h } from '../view/node.ts'

export interface CascadePageOptions {
  readonly demo: string
  readonly stream: string
  readonly more: string
}

export function cascadePage({ demo, stream, more }: CascadePageOptions): Child {
  return [
    h(
      'div',
      { class: 'hero' },
      h('h1', null, 'If it falls'),
      h(
        'p',
        { class: 'lead' },
        'How much collateral lending protocols would sell when a token falls: by itself in the first round, and by the sales that those sales cause.',
      ),
      h(
        'p',
        { class: 'soft' },
        'These points are free. Any other drop, every token and each market: ',
        h('a', { href: more }, 'cascade/cascade'),
        '.',
      ),
    ),
    h(
      'div',
      { 'data-cascade': JSON.stringify({ demo, stream }) },
      h('p', { class: 'soft', 'data-live': true, role: 'status' }, 'Reading …'),
      h(
        'div',
        { class: 'columns cascade', hidden: true, 'data-board': true },
        h(
          'section',
          { class: 'panel', 'aria-labelledby': 'curve-title' },
          h('h2', { id: 'curve-title', 'data-token': true }, 'Curve'),
          h('div', { 'data-curve': true }),
          h(
            'p',
            { class: 'legend' },
            h('span', { class: 'key whole' }, 'all sales'),
            h('span', { class: 'key first' }, 'first round'),
            h('span', { class: 'key added' }, 'the cascade adds'),
          ),
          h(
            'label',
            { class: 'slider', for: 'drop' },
            h('span', { 'data-drop': true }, 'Drop'),
            h('input', { id: 'drop', type: 'range', min: 0, max: 3, step: 1, value: 1, 'data-slider': true }),
          ),
        ),
        h(
          'section',
          { class: 'panel', 'aria-labelledby': 'outcome-title' },
          h('h2', { id: 'outcome-title' }, 'What follows'),
          h('div', { class: 'answer', 'data-outcome': true, 'aria-live': 'polite' }),
        ),
      ),
      h(
        'section',
        { class: 'panel', hidden: true, 'data-verdict-panel': true, 'aria-labelledby': 'now-title' },
        h('h2', { id: 'now-title' }, 'Now'),
        h('div', { class: 'answer', 'data-verdict': true }),
      ),
    ),
    h(
      'noscript',
      null,
      h(
        'p',
        { class: 'note' },
        'The curve is drawn by a script of this page; ',
        h('a', { href: demo }, 'its JSON'),
        ' needs none.',
      ),
    ),
  ]
}
