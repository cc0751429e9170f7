const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

interface HtmlPage {
  readonly title: string
  /** English, if missing. */
  readonly language?: string
  /** A page of its own, or a field in somebody else's. */
  readonly kind: 'field' | 'page'
  /** The URL of its script, if it has one. */
  readonly script: string | null
  /** HTML. */
  readonly body: string
}

/** A page with the stylesheet of its sandbox. */
export const htmlPage = ({ title, language = 'en', kind, script, body }: HtmlPage): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/assets/sandbox.css">
${script === null ? '' : `<script type="module" src="${script}"></script>`}
</head>
<body class="${kind}">
${body}
</body>
</html>`

/** A page with one sentence, under the name of a sandbox. */
export const messagePageOf =
  (mark: string) =>
  (title: string, sentence: string): string =>
    htmlPage({
      title,
      kind: 'page',
      script: null,
      body: `<header><p class="mark">${escapeHtml(mark)}</p></header>
<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p></main>`,
    })
