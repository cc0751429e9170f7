import { brand } from '#shared/brand.ts'
import { escapedHtml } from '#shared/escaped-html.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { operationsOf } from './operations.ts'
import type { Operation } from './operations.ts'

/** Text that is HTML already, as a type of its own. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

/** A template of HTML: inserted values are escaped, unless they are HTML themselves. */
const html = (parts: TemplateStringsArray, ...values: readonly (Html | string | number)[]): Html =>
  new Html(
    parts.reduce((text, part, position) => {
      const value = values[position - 1] ?? ''
      return `${text}${value instanceof Html ? value.text : escapedHtml(String(value))}${part}`
    }),
  )

const joined = (pieces: readonly Html[]): Html => new Html(pieces.map(({ text }) => text).join(''))

const rawHtml = ({ text }: Html): string => text

/** Text in which `backticks` mark code, as descriptions of the document carry it. */
const withCode = (text: string): Html =>
  joined(
    text
      .split('`')
      .map((piece, position) => (position % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`)),
  )

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
const operationSection = (operation: Operation): Html =>
  html`<section id="${operation.id}" aria-labelledby="${operation.id}-title">
    <h2 id="${operation.id}-title">${operation.title}</h2>
    <p class="address"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
    <p>${withCode(operation.description)}</p>
    ${parametersSection(operation)} ${replySection(operation)}
    ${operation.failures.length > 0 ? errorsSection(operation) : nothing}
  </section>`

type Part = readonly [name: string, operations: readonly Operation[]]

const navigation = (parts: readonly Part[]): Html =>
  html`<nav class="endpoints" aria-label="Endpoints">
    ${joined(
      parts.map(
        ([part, operations]) =>
          html`<h2>${part}</h2>
            <ul>
              ${joined(
                operations.map(
                  ({ id, method, path }) =>
                    html`<li>
                      <a href="#${id}"><span class="method">${method}</span> <code>${path}</code></a>
                    </li>`,
                ),
              )}
            </ul>`,
      ),
    )}
  </nav>`

const head = ({ info }: OpenApiDocument): Html =>
  html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${info.title}</title>
    <meta
      name="description"
      content="Every endpoint of the ${info.title}: its input, its replies, who may use it."
    />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api-docs.css" />
  </head>`

/** The documentation page, from the document alone (`file` is its address): plain HTML, readable without scripts. */
export const docsPage = (document: OpenApiDocument, file: string): string => {
  const { info, openapi } = document
  const operations = operationsOf(document)
  const parts = document.tags.map(({ name }): Part => [name, operations.filter(({ part }) => part === name)])
  return rawHtml(
    html`<!doctype html>
      <html lang="en">
        ${head(document)}
        <body>
          <a class="skip" href="#main">Skip to the endpoints</a>
          <header>
            <a class="brand" href="/">${brand.name}</a>
            <a href="${file}">OpenAPI ${openapi}</a>
          </header>
          <div class="columns">
            ${navigation(parts)}
            <main id="main">
              <h1>${info.title}</h1>
              <p>${withCode(info.description)}</p>
              ${joined(operations.map((operation) => operationSection(operation)))}
            </main>
          </div>
        </body>
      </html>`,
  )
}
