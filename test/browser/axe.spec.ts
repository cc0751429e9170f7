import { expect, test } from '@playwright/test'
import { violationsOf } from './axe.ts'

const page = `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>
  <iframe title="Card" src="http://frame.example/"></iframe></main></html>`

/** Answers later than a library would wait. */
const busyFrame = `<!doctype html><html lang="en"><title>A frame</title><p><img src="data:,"></p>
  <script>onload = () => setTimeout(() => { const from = Date.now(); while (Date.now() - from < 2000); })</script></html>`

/** Two targets that are too small, and too close to each other. */
const smallTargets =
  '<style>button { padding: 0; border: 0; width: 8px; height: 8px }</style><button aria-label="One"></button><button aria-label="Two"></button>'

test('the axe check also covers a frame that is still loading', async ({ page: shown }) => {
  const answer = (url: string, body: string) =>
    shown.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await answer('http://page.example/', page)
  await answer('http://frame.example/', `${busyFrame}${smallTargets}`)
  await shown.goto('http://page.example/')
  expect(await violationsOf(shown, 'everything')).toEqual(['image-alt: iframe img'])
  expect(await violationsOf(shown, 'everything and sizes')).toEqual([
    'image-alt: iframe img',
    'target-size: iframe button[aria-label="One"]',
    'target-size: iframe button[aria-label="Two"]',
  ])
})
