import { brand } from '#shared/brand.ts'
import type { Challenge } from '#shared/human-check.ts'
import { Note } from './note.tsx'
import styles from './human-check-fields.module.css'
import { useMessages } from './locale-context.ts'
import { uiMessages } from './messages/ui-messages.ts'

interface HumanCheckFieldsProps {
  readonly challenge: Challenge
  /** A token of our own that the form carried before and may carry again. */
  readonly token: string | null
}

/** The human check of a form: Cloudflare's widget, or a token of the shop. */
export const HumanCheckFields = ({ challenge, token }: HumanCheckFieldsProps) => {
  const t = useMessages(uiMessages)
  return (
    <>
      {challenge.kind === 'turnstile' ? (
        <>
          <script src={challenge.script} async />
          <div
            className="cf-turnstile"
            data-drawn=""
            data-sitekey={challenge.site_key}
            data-response-field-name="captcha"
          />
          <noscript>
            <Note>{t('needsScript', { email: brand.supportEmail })}</Note>
          </noscript>
        </>
      ) : (
        <input type="hidden" name="captcha" defaultValue={token ?? challenge.token} />
      )}
      {/* Programs fill what they find; people neither see nor reach it. */}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="website">{t('leaveEmpty')}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  )
}
