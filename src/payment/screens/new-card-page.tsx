import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, redirectDocument, useActionData, useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { listSubscriptions } from '#subscription/endpoints.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import text from '#ui/text.module.css'
import { changeBilling, viewCardEntry } from '../endpoints.ts'
import { cardsMessages } from '../messages/cards-messages.ts'
import { CardCheck, CardField, CardGroup } from './card-field.tsx'
import styles from './new-card-page.module.css'

export const handle = { takesCards: true, hasHumanCheck: true } satisfies PageOptions

const path = '/account/settings/payment-methods/new'

/** With `card_token` it returns from the processor's own page; opening it saves nothing, the button does. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const requestedId = query.get('subscription') ?? ''
  const { subscriptions } = await call(listSubscriptions, { limit: 50 })
  const live = subscriptions.filter(({ state }) => ['active', 'future', 'paused'].includes(state))
  const chosen = subscriptions.find(({ id }) => id === requestedId) ?? null
  const returnPath = chosen ? `${path}?subscription=${chosen.id}` : path
  const { entry, card_page_url, check } = await call(viewCardEntry, { return_path: returnPath })
  return {
    entry,
    cardPageUrl: card_page_url,
    check,
    cardToken: query.get('card_token'),
    requestId,
    chosen: chosen && { id: chosen.id, name: chosen.plan.name, isLive: live.includes(chosen) },
    live: live.length,
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { call, locale } = context.get(shopContext)
  const form = await postedForm(request)
  const pays = formText(form, 'pays')
  const token = formText(form, 'card_token')
  try {
    const saved = await call(changeBilling, {
      card: { token },
      request_id: formText(form, 'request_id'),
      captcha: formText(form, 'captcha'),
      website: formText(form, 'website'),
      make_default: form.has('make_default'),
      all_subscriptions: pays === 'all',
      subscription_id: pays === 'all' || pays === 'none' ? undefined : pays,
    })
    if (saved.status === 'challenge' && saved.challenge_url !== null)
      return redirectDocument(saved.challenge_url, 303)
    return redirect(`/account/settings/payment-methods?card=${saved.card_request_id ?? ''}`, 303)
  } catch (thrown) {
    const failure = formFailure(thrown)
    const missing = { ...failure, message: cardsMessages.in(locale)('enterCard'), fields: {} }
    return data({ failure: token === '' ? missing : failure }, { status: failure.status })
  }
}

type View = ReturnType<typeof useLoaderData<typeof loader>>

const Purpose = ({ chosen, live }: Pick<View, 'chosen' | 'live'>) => {
  const t = useMessages(cardsMessages)
  if (chosen === null && live === 0) return <input type="hidden" name="pays" value="none" />
  const isOnlyOne = chosen?.isLive === true && live === 1
  return (
    <ChoiceRows legend={t('useFor')}>
      {chosen ? (
        <ChoiceRow
          name="pays"
          value={chosen.id}
          label={<PlanName of={chosen.name} />}
          hint={t('fromNextOrder')}
          defaultChecked
        />
      ) : null}
      {live > 0 && !isOnlyOne ? (
        <ChoiceRow
          name="pays"
          value="all"
          label={live === 1 ? t('usesMine') : t('usesAll')}
          hint={t('fromNextOrder')}
          defaultChecked={chosen === null}
        />
      ) : null}
      <ChoiceRow name="pays" value="none" label={t('noSubscription')} hint={t('later')} />
    </ChoiceRows>
  )
}

const saveButton = { name: 'intent', value: 'save' } as const

/** With scripts the field is part of the page; without, the card is entered on the processor's own page. */
const CardEntry = ({ view }: { readonly view: View }) => {
  const t = useMessages(cardsMessages)
  if (view.cardToken !== null)
    return (
      <>
        <Note>{t('entered')}</Note>
        <input type="hidden" name="card_token" value={view.cardToken} />
      </>
    )
  return (
    <>
      <div className={styles.scripted}>
        <CardField entry={view.entry} amountCents={0} currency="USD" savesCard payButton={saveButton} />
      </div>
      <noscript>
        {view.cardPageUrl === null ? (
          <Note>{t('needsScripts')}</Note>
        ) : (
          <p>
            <ButtonLink kind="primary" href={view.cardPageUrl}>
              {t('continueToPage')}
            </ButtonLink>
          </p>
        )}
      </noscript>
    </>
  )
}

const CheckedCard = ({ view }: { readonly view: View }) => (
  <>
    <CardEntry view={view} />
    <CardCheck check={view.check} />
  </>
)

/** Saves a card without buying anything. */
const NewCardPage = () => {
  const view = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const t = useMessages(cardsMessages)
  return (
    <AccountFrame at="settings" title={t('add')}>
      {refused ? (
        <ErrorSummary
          message={t('notSaved')}
          fields={{ card: refused.failure.message }}
          className={styles.note}
        />
      ) : null}
      <form
        method="post"
        action={view.chosen ? `${path}?subscription=${view.chosen.id}` : path}
        className={styles.form}
      >
        <input type="hidden" name="request_id" value={view.requestId} />
        <CardGroup error={refused?.failure.message}>
          <CheckedCard view={view} />
        </CardGroup>
        <div className={view.cardToken === null ? styles.scripted : undefined}>
          <div className={styles.rest}>
            <Purpose chosen={view.chosen} live={view.live} />
            <Checkbox name="make_default" label={t('makeDefaultNew')} />
            <p className={text.small}>{t('mayConfirm')}</p>
            <Button kind="primary" {...saveButton}>
              {t('save')}
            </Button>
          </div>
        </div>
      </form>
      <ButtonLink kind="link" href="/account/settings/payment-methods">
        {t('all')}
      </ButtonLink>
    </AccountFrame>
  )
}

export default NewCardPage
