// What the document routes promise before any document: limits as the operator set them, and a payment that lasts as long as the work.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { buildOpenApi } from '../../../api/openapi.ts'
import { checkPayment } from '../../../api/payment/proof/check.ts'
import { decodePayment } from '../../../api/payment/proof/decode.ts'
import { prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { paidRouteOf } from '../../../api/payment/terms/sold-route.ts'
import defineJob from '../../../processors/jobs/convert/job.ts'
import { limitsFor } from '../../../processors/jobs/convert/limits.ts'
import { defaultSettings, type ServiceSettings } from '../../../processors/kit/define.ts'
import defineDoc from '../../../processors/services/doc/service.ts'
import { testConfig } from '../../support/payment/settings.ts'
import { currentPayment, nowSeconds, signAuthorization } from '../../support/payment/sign.ts'

const changed: ServiceSettings = {
  documents: { maxMegabytes: 7, maxPages: 33, timeoutSeconds: 21, freePages: 3, waitSeconds: 44 },
  model: null,
  offSources: new Map(),
  consents: [],
}
const routeOf = (settings: ServiceSettings, path: string) => defineDoc(settings).routes.find((route) => route.path === path)!

function challengeOf(settings: ServiceSettings) {
  const doc = defineDoc(settings)
  return prepareRoute(paidRouteOf(doc, routeOf(settings, '/convert')).paid!, testConfig('documents'), null)
}

const now = new Date('2026-11-20T00:00:00Z')

describe('a payment for a conversion', () => {
  test.each([defaultSettings, changed])('lasts for the wait, and for another after being told to come back', async (settings) => {
    const prepared = challengeOf(settings)
    const { waitSeconds } = settings.documents
    expect(prepared.timeoutSeconds).toBeGreaterThanOrEqual(waitSeconds + 5)
    const { requirements, maxTimeoutSeconds } = prepared.offers[0]!
    expect(JSON.parse(prepared.challenge('payment_required', 'http://x/convert').body).accepts[0].maxTimeoutSeconds).toBe(
      maxTimeoutSeconds,
    )
    const signed = await signAuthorization(privateKeyToAccount(generatePrivateKey()), {
      validBefore: String(nowSeconds() + maxTimeoutSeconds),
    })
    const decoded = decodePayment(currentPayment(signed, { accepted: requirements }))
    if (decoded.kind !== 'present') return expect.fail(decoded.kind)
    const judge = (secondsLater: number) => {
      const now = new Date((nowSeconds() + secondsLater) * 1_000)
      return checkPayment({ document: decoded.document, prepared, resource: 'http://x/convert', now, svm: null })
    }
    expect(judge(0)).toMatchObject({ ok: true, isLate: false })
    expect(judge(waitSeconds + 10)).toMatchObject({ ok: true, isLate: false })
    expect(judge(maxTimeoutSeconds)).toMatchObject({ ok: true, isLate: true })
  })
})

describe('limits', () => {
  const document = (settings: ServiceSettings) => {
    const options = { title: '', description: '', serverUrl: 'http://doc', services: [defineDoc(settings)], prefix: () => '' }
    return JSON.stringify(buildOpenApi(options))
  }

  test('are stated as they are set', () => {
    expect(document(defaultSettings)).toContain('Limits: 25 MB, 500 pages, 50 seconds of work')
    expect(document(defaultSettings)).toContain('at most 25 MB decoded')
    expect(document(defaultSettings)).toContain('at most the first 5 page(s)')
    expect(document(changed)).toContain('Limits: 7 MB, 33 pages, 21 seconds of work')
    expect(document(changed)).toContain('at most the first 3 page(s)')
    expect(document(changed)).not.toContain('25 MB')
  })

  test('are kept as they are set', () => {
    expect(limitsFor(changed.documents)).toMatchObject({ maxBytes: 7 * 1024 * 1024, maxPages: 33, timeoutMs: 21_000 })
    expect(defineJob(changed).deadlineSeconds).toBeGreaterThan(21)
    const convert = routeOf(changed, '/convert')
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(7 * 1024 * 1024)])
    expect(() => convert.refine!({ base64: bytes.toString('base64') }, now)).toThrow('larger than 7 MB')
    expect(convert.bodyLimitBytes).toBeGreaterThan((bytes.length * 4) / 3)
    const file = routeOf(changed, '/preview-file')
    expect(() => file.refine!({ base64: bytes.toString('base64') }, now)).toThrow('larger than 7 MB')
    expect(file.bodyLimitBytes).toBeLessThan(convert.bodyLimitBytes!)
    const report = routeOf(changed, '/report')
    expect(report.refine!({ url: 'https://example.com/a.pdf' }, now)).toMatchObject({ options: { pages: '1-3' } })
  })
})

describe('the key of a conversion', () => {
  const keyOf = (path: string, input: object, model: string | null = null) => {
    const route = routeOf({ ...defaultSettings, model: model === null ? null : { name: model } }, path)
    return route.key(route.refine!(input, now))
  }
  const url = 'https://example.com/a.pdf'

  test('tells routes apart, which answer with different parts', () => {
    const asReport = { url, pages: '1-5', summarize: true }
    expect(keyOf('/convert', asReport)).not.toBe(keyOf('/report', { url }))
  })

  test('tells options apart that add to the answer, and not what is said of itself', () => {
    const plain = keyOf('/convert', { url })
    const asked = [{ blocks: true }, { chunks: { max_tokens: 64 } }, { chunks: { max_tokens: 65 } }]
    const keys = [plain, ...asked.map((options) => keyOf('/convert', { url, ...options }))]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keyOf('/convert', { url, blocks: false, style: 'clean', ocr: 'auto' })).toBe(plain)
  })

  test('tells the models of summaries apart, where there is a summary', () => {
    expect(keyOf('/convert', { url }, 'one')).not.toBe(keyOf('/convert', { url }, 'two'))
    expect(keyOf('/convert', { url }, 'one')).not.toBe(keyOf('/convert', { url }))
    expect(keyOf('/convert', { url, summarize: false }, 'one')).toBe(keyOf('/convert', { url, summarize: false }, 'two'))
    expect(keyOf('/preview', { url }, 'one')).toBe(keyOf('/preview', { url }))
  })
})
