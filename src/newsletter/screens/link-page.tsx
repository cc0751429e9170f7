import { brand } from '#shared/brand.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import styles from './newsletter-page.module.css'

interface LinkPageProps {
  readonly heading: string
  readonly lead: string
  readonly button: string
  readonly doneMessage: string
  readonly result: { readonly done: boolean; readonly message: string | null } | undefined
}

/** The page of a mailed link: it changes nothing until its button is pressed (ruling 18). */
export const LinkPage = ({ heading, lead, button, doneMessage, result }: LinkPageProps) => (
  <PictureSplit
    picture="layers"
    alt="Layers of grains lying on each other: dark earth, grey silt, pale sand and a thin seam of ochre on top"
  >
    <PageHead title={`${heading} | ${brand.name}`} unlisted />
    <h1 className={text.d2}>{heading}</h1>
    {result?.done ? (
      <Note kind="ok" className={styles.message}>
        {doneMessage}
      </Note>
    ) : (
      <>
        {result?.message ? <ErrorSummary message={result.message} className={styles.message} /> : null}
        <p className={classNames(text.lead, text.mute, styles.lead)}>{lead}</p>
        <form method="post" className={styles.form}>
          <Button kind="primary">{button}</Button>
        </form>
      </>
    )}
  </PictureSplit>
)
