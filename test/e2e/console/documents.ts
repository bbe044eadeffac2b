// The documents page: what is seen of a file for nothing, and the whole of it paid for.
import { expect, test } from 'vitest'
import { sampleDocument } from '../../../processors/services/doc/sample-document.ts'
import { type ConsoleWorld, long, soon } from '../../support/console-world.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'

export function describeDocuments({ open, paid }: ConsoleWorld): void {
  test('a document is previewed for nothing, one of the visitor’s own too, and the whole of it converted for its price', async () => {
    const { page, faults } = await open('/documents')
    await page.click('text=Free preview')
    await page.waitForSelector('.markdown table', { timeout: 60_000 })
    expect(await page.textContent('.markdown h3')).toBe('Tolls of the Old Road')
    // Its page stands beside it, as the browser shows it.
    const pageBeside = () => page.getAttribute('iframe.pages', 'src')
    const sampleBeside = await pageBeside()
    expect(sampleBeside).toMatch(/^blob:http:/)
    const before = await paid()
    expect(await page.locator('[data-whole]').isVisible()).toBe(false)
    const pdf = pdfDocument({ pages: ['First page alone', 'Second page too'].map((words) => text(72, 300, words)) })
    await page.setInputFiles('[data-file]', { name: '<b>mine</b>.pdf', mimeType: 'application/pdf', buffer: pdf })
    await page.waitForSelector('.markdown:has-text("First page alone")', { timeout: 60_000 })
    expect(await page.textContent('.markdown')).not.toContain('Second page')
    expect(await page.textContent('.steps')).toContain('200: free, nothing to pay.')
    expect(await paid()).toBe(before)
    await page.click('[data-whole]')
    await page.click('text=Pay with a throwaway wallet')
    await page.waitForSelector('.steps li.done:has-text("Receipt")', { timeout: 90_000 })
    expect(await paid()).toBe(before + 50_000n)
    await expect.poll(() => page.textContent('.markdown'), soon).toContain('Second page too')
    expect(await page.locator('.steps b').count()).toBe(0)
    expect(await pageBeside()).toMatch(/^blob:http:/)
    expect(await pageBeside()).not.toBe(sampleBeside)
    // An address is no file of which there is a whole to be had here.
    await page.click('text=Free preview')
    await page.waitForSelector('.markdown table', { timeout: 60_000 })
    expect(await page.locator('[data-whole]').isVisible()).toBe(false)
    expect(faults).toEqual([])
  })

  test('a dropped file without words says so, and costs nothing', async () => {
    const { page } = await open('/documents')
    const before = await paid()
    await page.setInputFiles('[data-file]', {
      name: 'blank.pdf',
      mimeType: 'application/pdf',
      buffer: pdfDocument({ pages: [''] }),
    })
    await page.waitForSelector('.steps li.bad', { timeout: 60_000 })
    expect(await page.textContent('.steps li.bad .step-words')).toMatch(/^422: /)
    await page.setInputFiles('[data-file]', { name: 'words.pdf', mimeType: 'application/pdf', buffer: Buffer.from('only words') })
    await expect.poll(() => page.textContent('.steps li.bad .step-words'), soon).toMatch(/^422: .*no PDF/i)
    expect(await paid()).toBe(before)
  })

  test('a file is dropped, and the same one chosen again after its wallet was not pressed', async () => {
    const { page, faults } = await open('/documents')
    const before = await paid()
    const pdf = { name: 'mine.pdf', mimeType: 'application/pdf', buffer: sampleDocument().bytes! }
    for (let times = 0; times < 2; times += 1) {
      await page.setInputFiles('[data-file]', pdf)
      // Its first page for nothing, and the whole of it for its price.
      await page.waitForSelector('.markdown :text("Tolls of the Old Road")', long)
      await page.click('[data-whole]')
      await expect.poll(() => page.locator('.wallets button').count(), soon).toBe(1)
      await page.evaluate(
        "document.querySelector('[data-steps]').replaceChildren(), document.querySelector('[data-result]').replaceChildren()",
      )
    }
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['<!doctype html><title>t</title><h1>Dropped</h1><p>Words.'], 'page.html'))
      return data
    })()`)
    await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: dropped })
    await page.waitForSelector('.markdown :text("Dropped")', long)
    expect(await paid()).toBe(before)
    await page.click('[data-whole]')
    await page.click('text=Pay with a throwaway wallet')
    await expect.poll(paid, long).toBe(before + 50_000n)
    await page.waitForSelector('.markdown :text("Dropped")', long)
    // What is no PDF is not shown as one, whatever it holds.
    expect(await page.locator('iframe').count()).toBe(0)
    expect(faults).toEqual([])
  })
}
