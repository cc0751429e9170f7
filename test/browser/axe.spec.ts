import { expect, test } from '@playwright/test'
import { violationsOf } from './axe.ts'

const page = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>
  <iframe title="Card" src="http://frame.example/"></iframe></main></html>`

/** Answers nobody for longer than a library would wait. */
const busyFrame = `<!doctype html><html lang="en"><title>A frame</title><p><img src="data:,"></p>
  <script>onload = () => setTimeout(() => { const from = Date.now(); while (Date.now() - from < 2000); })</script></html>`

test('axe looks into a frame that is busy, too', async ({ page: shown }) => {
  const answer = (url: string, body: string) =>
    shown.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await answer('http://page.example/', page)
  await answer('http://frame.example/', busyFrame)
  await shown.goto('http://page.example/')
  expect(await violationsOf(shown, 'everything')).toEqual(['image-alt: iframe img'])
})
