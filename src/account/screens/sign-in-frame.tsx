import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { FormFailure } from './form-failure.ts'
import { FormRefusal } from './form-refusal.tsx'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

interface SignInFrameProps {
  readonly title: string
  readonly lead: ReactNode
  /** Why the form of the page was refused. */
  readonly failure?: FormFailure | undefined
  readonly children: ReactNode
}

/** The sign-in pages: a narrow column next to the travel vial, 4 to 6. */
export const SignInFrame = ({ title, lead, failure, children }: SignInFrameProps) => {
  const t = useMessages(signInMessages)
  return (
    <PictureSplit picture="travel-vial" alt={t('vialPicture')}>
      <PageHead title={`${title} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{title}</h1>
      <p className={classNames(text.lead, text.mute, styles.lead)}>{lead}</p>
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      {children}
    </PictureSplit>
  )
}
