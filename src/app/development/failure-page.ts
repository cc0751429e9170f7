const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const describe = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)

/** The page in place of all others while a source has an error. It is loaded again at the next change. */
export const failurePage = (thrown: unknown): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>The sources have an error</title>
<h1>The sources have an error</h1>
<pre>${escape(describe(thrown))}</pre>
<script type="module" src="/src/app/development/reload-page.ts"></script>
</html>
`

export const failureHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
