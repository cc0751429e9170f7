import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { AccountFrame } from './account-frame.tsx'
import { FormRefusal } from './form-refusal.tsx'
import type { ProofRequest } from './proof-step.ts'
import styles from './sign-in-frame.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { signInMessages } from '../messages/sign-in-messages.ts'

const PendingFields = ({ proof: { pendingFields, mailed } }: { readonly proof: ProofRequest }) => (
  <>
    {pendingFields.map(([name, value], at) => (
      <input key={`${at} ${name}`} type="hidden" name={name} value={value} />
    ))}
    {mailed ? <input type="hidden" name="proof_mailed" value="yes" /> : null}
  </>
)

const PasswordProof = ({ proof }: { readonly proof: ProofRequest }) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      <PendingFields proof={proof} />
      <Field
        name="proof_password"
        type="password"
        label={t('yourPassword')}
        autoComplete="current-password"
        required
        error={proof.failure?.fields['proof_password']}
      />
      <Button kind="primary" name="proof" value="password">
        {t('confirm')}
      </Button>
      <ButtonLink kind="link" size="small" href="/recover">
        {t('forgotPassword')}
      </ButtonLink>
    </form>
  )
}

const CodeProof = ({ proof }: { readonly proof: ProofRequest }) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      <PendingFields proof={proof} />
      {proof.mailed ? (
        <>
          <Field
            name="proof_code"
            inputMode="numeric"
            label={t('codeFromEmail')}
            autoComplete="one-time-code"
            maxLength={20}
            required
            error={proof.failure?.fields['proof_code']}
          />
          <Button kind="primary" name="proof" value="code">
            {t('confirm')}
          </Button>
        </>
      ) : null}
      <Button kind={proof.mailed ? 'link' : 'primary'} name="proof" value="mail">
        {proof.mailed ? t('anotherCode') : t('mailCode')}
      </Button>
    </form>
  )
}

/** Woken by `browser/passkeys.ts`; sends the form that waits once the passkey has answered. */
const PasskeyProof = ({ proof }: { readonly proof: ProofRequest }) => {
  const t = useMessages(signInMessages)
  return (
    <form method="post" className={styles.form} hidden data-passkey="prove">
      <PendingFields proof={proof} />
      <Button kind="secondary">{t('usePasskey')}</Button>
      <p data-passkey-message data-failed={t('passkeyFailed')} role="alert" />
    </form>
  )
}

/** Asks the member to prove their identity; each form carries the fields of the waiting form. */
const ProofForm = ({ proof }: { readonly proof: ProofRequest }) => {
  const t = useMessages(signInMessages)
  return (
    <>
      <p className={styles.lead}>{t('proofLead')}</p>
      {proof.failure ? <FormRefusal failure={proof.failure} className={styles.message} /> : null}
      {proof.mailed && !proof.failure ? (
        <Note kind="ok" className={styles.message}>
          {t('codeMailed')}
        </Note>
      ) : null}
      {proof.methods.includes('password') ? <PasswordProof proof={proof} /> : null}
      {proof.methods.includes('code') ? <CodeProof proof={proof} /> : null}
      {proof.methods.includes('passkey') ? <PasskeyProof proof={proof} /> : null}
    </>
  )
}

/** Replaces the page whose form waits for the proof, at the same URL. */
export const ProofPage = ({ proof }: { readonly proof: ProofRequest }) => {
  const t = useMessages(signInMessages)
  return (
    <AccountFrame at="settings" title={t('confirmYou')}>
      <ProofForm proof={proof} />
    </AccountFrame>
  )
}
