/** The structured data of a page for search engines, by schema.org; a description only, never a script. */
export const StructuredData = ({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) => {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll(
    '<',
    String.raw`\u003c`,
  )
  // oxlint-disable-next-line react/no-danger -- React would escape the quotes of JSON; no `<` is left in it
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
