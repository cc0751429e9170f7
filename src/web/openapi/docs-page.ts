import { brand } from '#shared/brand.ts'
import { operationSection } from './docs-operation.ts'
import { html, joined, rawHtml, withCode } from './html-text.ts'
import type { Html } from './html-text.ts'
import { operationsOf } from './operations.ts'
import type { Operation } from './operations.ts'
import type { OpenApiDocument } from './openapi-document.ts'

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
      content="Every endpoint of the ${brand.name} shop: its input, its replies, who may use it."
    />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api-docs.css" />
  </head>`

/** The documentation page, from the document alone: plain HTML, readable without scripts. */
export const docsPage = (document: OpenApiDocument): string => {
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
            <a href="/api/openapi.json">OpenAPI ${openapi}</a>
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
