import { Field } from '#ui/field.tsx'
import { consentLine } from '#shared/messages/consent-line-text.ts'
import { brand } from '#shared/brand.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { Step } from './step.tsx'

import { newsletterField } from './checkout-fields.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'

interface ContactStepProps {
  readonly email: string
  /** A member buys with the account's e-mail. */
  readonly memberEmail: string | null
  readonly error: string | undefined
}

export const ContactStep = ({ email, memberEmail, error }: ContactStepProps) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return (
    <Step number={1} title={t('contact')}>
      {memberEmail === null ? (
        <div className={layout.fields}>
          <Field
            name="email"
            type="email"
            label={t('email')}
            autoComplete="email"
            required
            defaultValue={email}
            error={error}
          />
        </div>
      ) : (
        <p>
          {memberEmail}
          <span className={`${text.block} ${text.small} ${text.mute}`}>{t('signedIn')}</span>
        </p>
      )}
      <Checkbox
        name={newsletterField}
        label={t('newsletter', { brand: brand.name })}
        hint={consentLine(locale)}
      />
    </Step>
  )
}
