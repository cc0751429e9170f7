import { escapeHtml, htmlPage } from '../sandbox-base/html.ts'
import { testWords } from './test-words.ts'

/** A package as anybody with its number sees it: no name and no street. */
export interface TrackedShipment {
  readonly tracking: string
  readonly service: string
  /** As in `Brooklyn, NY, US`. */
  readonly destination: string
  readonly state: string
  /** Whether the package of a return waits for its sender to hand it over. */
  readonly waitsForSender: boolean
  /** `March 5, 2031`; null when it is not expected any more. */
  readonly expectedOn: string | null
  /** The latest first. */
  readonly events: readonly { readonly on: string; readonly what: string }[]
}

const wordList = `
<details><summary>Test words</summary>
<p>In capitals in a name, a company or an address line of an order, they say what becomes of its package.</p>
<ul>${testWords.map(({ word, what }) => `<li><code>${word}</code> ${escapeHtml(what)}</li>`).join('')}</ul>
</details>`

const eventHtml = ({ on, what }: TrackedShipment['events'][number]): string =>
  `<li><span class="what">${escapeHtml(what)}</span> <span class="on">${escapeHtml(on)}</span></li>`

/** Nobody but its sender has the package of a return: in a sandbox a button hands it over. */
const handOverForm = ({ tracking }: TrackedShipment): string => `
<form method="post" action="/track/${escapeHtml(tracking)}/hand-over">
<button type="submit">Hand the package over</button>
</form>`

/** Where a tracking number leads. */
export const trackingPage = (tracked: TrackedShipment): string =>
  htmlPage({
    title: `${tracked.state}: package ${tracked.tracking}`,
    kind: 'page',
    script: null,
    body: `<header><p class="mark">Sandbox carrier</p><p>No real package moves here.</p></header>
<main>
<h1>${escapeHtml(tracked.state)}</h1>
${tracked.expectedOn === null ? '' : `<p class="lead">Expected ${escapeHtml(tracked.expectedOn)}</p>`}
<dl class="facts">
<div><dt>Tracking number</dt><dd>${escapeHtml(tracked.tracking)}</dd></div>
<div><dt>Service</dt><dd>${escapeHtml(tracked.service)}</dd></div>
<div><dt>Goes to</dt><dd>${escapeHtml(tracked.destination)}</dd></div>
</dl>
${tracked.waitsForSender ? handOverForm(tracked) : ''}
<section aria-labelledby="history">
<h2 id="history">What happened to it</h2>
<ol class="events">${tracked.events.map(eventHtml).join('')}</ol>
</section>
${wordList}
</main>`,
  })
