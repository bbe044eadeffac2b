// The demo market's thread: what it does and says goes to the program that started it.
import { parentPort, workerData } from 'node:worker_threads'
import { startMarket } from './start.ts'
import type { MarketMessage, MarketSettings } from './thread.ts'

const tell = (message: MarketMessage) => parentPort!.postMessage(message)
const say = (level: 'info' | 'warn' | 'error') => (fields: object, text: string) => tell({ level, fields, text })

const market = startMarket({
  ...(workerData as MarketSettings),
  log: { info: say('info'), warn: say('warn'), error: say('error') },
  onStatus: (status) => tell({ status }),
})
parentPort!.once('message', () => void market.stop().then(() => parentPort!.close()))
// Waiting for that message is no reason to stay: without its packages the market has nothing to do.
parentPort!.unref()
