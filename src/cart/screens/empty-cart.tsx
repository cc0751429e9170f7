import { PictureSplit } from '#ui/picture-split.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'

/** A message, a link to the shop, and a picture of a jar. */
export const EmptyCart = ({ message }: { readonly message: string | null }) => (
  <PictureSplit
    picture="ds-01-jar"
    alt="DS-01 jar: amber glass with a printed gauge that shows days left, ochre lid"
  >
    {message === null ? null : <ErrorSummary message={message} />}
    <h1 className={text.d2}>Your cart is empty.</h1>
    <p className={classNames(layout.actions, layout.gap5)}>
      <ButtonLink kind="secondary" href="/daily-synbiotic">
        Shop DS-01
      </ButtonLink>
      <ButtonLink kind="link" href="/get-started">
        All three formulas
      </ButtonLink>
    </p>
  </PictureSplit>
)
