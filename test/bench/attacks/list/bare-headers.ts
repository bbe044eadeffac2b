// What a browser may do with what it is given: frame it, guess its type, keep a page whose links a stranger chose.
import { defineAttack } from '../attack.ts'
import { ask } from '../world.ts'

export default defineAttack({
  row: 'security low 5',
  title: 'pages in a frame, JSON taken for something else',
  isQuick: true,
  async run({ url }) {
    const lacks: string[] = []
    const root = await ask(`${url}/`, { accept: 'text/html' })
    if (!(root.headers.get('content-security-policy') ?? '').includes('frame-ancestors') && !root.headers.has('x-frame-options'))
      lacks.push('may be framed')
    for (const path of ['/openapi.json', '/catalog.json', '/health'])
      if ((await ask(url + path)).headers.get('x-content-type-options') !== 'nosniff') lacks.push(`${path} may be sniffed`)
    return { got: lacks.length === 0 ? 'nothing' : lacks.join(', '), isHeld: lacks.length === 0 }
  },
})
