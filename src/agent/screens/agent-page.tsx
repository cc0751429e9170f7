import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { SignInFrame } from '#account/screens/sign-in-frame.tsx'
import styles from '#account/screens/sign-in-frame.module.css'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import { allowWrites, endImpersonation, viewImpersonation } from '../endpoints.ts'
import { visitMessages } from '../messages/visit-messages.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { actor, call } = context.get(shopContext)
  if (actor.kind !== 'agent') throw redirect('/', 303)
  return { impersonation: await call(viewImpersonation, {}) }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const { actor, call } = context.get(shopContext)
  const ends = formText(form, 'operation') === 'end'
  // Staff go back to where they began.
  const isOfStaff = actor.kind === 'agent' && actor.by.kind === 'staff'
  const afterwards = isOfStaff ? `/desk/members/${actor.accountId}` : '/'
  try {
    if (ends) await call(endImpersonation, {})
    else await call(allowWrites, { intent: formText(form, 'intent') })
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ failure }, { status: failure.status })
  }
  return redirect(ends ? afterwards : '/agent', 303)
}

const WriteForm = ({ error }: { readonly error: string | undefined }) => {
  const t = useMessages(visitMessages)
  return (
    <form method="post" className={styles.form} noValidate>
      <Field
        name="intent"
        label={t('whatChanges')}
        hint={t('memberReads')}
        maxLength={300}
        autoComplete="off"
        required
        error={error}
      />
      <Button kind="primary" wide>
        {t('allow')}
      </Button>
    </form>
  )
}

/** The state of an impersonation session: its reason, the second step, and its end. */
const AgentPage = () => {
  const { impersonation } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useMessages(visitMessages)
  const { agent, member, reason } = impersonation
  return (
    <SignInFrame title={t('session')} lead={t('helping', { agent, member })} failure={refused?.failure}>
      <p className={styles.message}>{t('reasonIs', { reason })}</p>
      {impersonation.may_write ? (
        <Note kind="ok" isAnswer className={styles.message}>
          {t('mayChange', { member })}
        </Note>
      ) : (
        <WriteForm error={refused?.failure.fields['intent']} />
      )}
      <form method="post" className={styles.form}>
        <ButtonLink kind="link" href="/account/home">
          {t('goToAccount')}
        </ButtonLink>
        <Button kind="secondary" wide name="operation" value="end">
          {t('end')}
        </Button>
      </form>
    </SignInFrame>
  )
}

export default AgentPage
