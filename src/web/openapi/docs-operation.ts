import { html, joined, withCode } from './html-text.ts'
import type { Html } from './html-text.ts'
import type { Operation } from './operations.ts'

const nothing = html``

/** Tables may be wider than a phone, so they scroll, with the keyboard too. */
const table = (name: string, head: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="table" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${joined(head.map((heading) => html`<th scope="col">${heading}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${joined(rows)}
      </tbody>
    </table>
  </div>`

const parametersSection = ({ title, fields }: Operation): Html =>
  fields.length === 0
    ? html`<p>Takes nothing.</p>`
    : html`<h3>Takes</h3>
        ${table(
          `What ${title} takes`,
          ['Name', 'Where', 'Needed', 'What'],
          fields.map(
            ({ name, place, required, kind }) =>
              html`<tr>
                <th scope="row"><code>${name}</code></th>
                <td>${place}</td>
                <td>${required ? 'yes' : 'no'}</td>
                <td>${kind}</td>
              </tr>`,
          ),
        )}`

const errorsSection = ({ title, failures }: Operation): Html =>
  html`<h3>Errors</h3>
    ${table(
      `Errors of ${title}`,
      ['Status', 'Code', 'Text'],
      failures.map(
        ({ status, code, text }) =>
          html`<tr>
            <td>${status}</td>
            <th scope="row"><code>${code}</code></th>
            <td>${text}</td>
          </tr>`,
      ),
    )}`

const replySection = ({ title, reply }: Operation): Html =>
  html`<details>
    <summary>Answers 200 with</summary>
    <pre
      tabindex="0"
      role="region"
      aria-label="Reply of ${title}"
    ><code>${JSON.stringify(reply, null, 2)}</code></pre>
  </details>`

/** One endpoint with its input, its replies and its errors. */
export const operationSection = (operation: Operation): Html =>
  html`<section id="${operation.id}" aria-labelledby="${operation.id}-title">
    <h2 id="${operation.id}-title">${operation.title}</h2>
    <p class="address"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
    <p>${withCode(operation.description)}</p>
    ${parametersSection(operation)} ${replySection(operation)}
    ${operation.failures.length > 0 ? errorsSection(operation) : nothing}
  </section>`
