import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import type { PictureRole } from '#shared/brand-pictures.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { FormFailure } from './form-failure.ts'
import { FormRefusal } from './form-refusal.tsx'
import styles from './sign-in-frame.module.css'

interface SignInFrameProps {
  readonly title: string
  readonly lead: ReactNode
  readonly picture?: PictureRole
  /** Why the form of the page was refused. */
  readonly failure?: FormFailure | undefined
  readonly children: ReactNode
}

/** The sign-in pages: a narrow column next to a picture, 4 to 6. */
export const SignInFrame = ({ title, lead, picture = 'sign-in', failure, children }: SignInFrameProps) => (
  <PictureSplit picture={picture}>
    <PageHead title={`${title} | ${brand.name}`} unlisted />
    <h1 className={text.d2}>{title}</h1>
    <p className={classNames(text.lead, text.mute, styles.lead)}>{lead}</p>
    {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
    {children}
  </PictureSplit>
)
