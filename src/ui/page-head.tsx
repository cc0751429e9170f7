interface PageHeadProps {
  readonly title: string
  readonly description?: string | undefined
  /** Pages behind a sign-in or a form have nothing to say to search engines. */
  readonly unlisted?: boolean
}

/** Title and description of a page; React carries them into the head. */
export const PageHead = ({ title, description, unlisted }: PageHeadProps) => (
  <>
    <title>{title}</title>
    {description ? <meta name="description" content={description} /> : null}
    {unlisted ? <meta name="robots" content="noindex" /> : null}
  </>
)
