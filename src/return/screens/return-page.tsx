import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import type { LookupAnswer } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { cancelReturn, requestReturn, viewReturns } from '../endpoints.ts'
import { returnPagesMessages } from '../messages/return-pages-messages.ts'
import { returnDays } from '../rules/return-policy.ts'
import { returnReasons } from '../rules/return-offer.ts'
import { chosenLines, ReturnForm } from './return-form.tsx'
import type { Returns } from './return-form.tsx'
import { ReturnInstructions, ReturnList } from './return-list.tsx'
import styles from './return-page.module.css'

/** Done: the number of the return that was requested just now. */
const page = lookupPage<Returns, string>({
  what: 'order',
  find: (call, entered) => call(viewReturns, lookupPayload(entered)),
  action: async (call, form, entered) => {
    const lookup = lookupPayload(entered)
    const step = formText(form, 'step')
    if (step === '') return null
    if (step === 'cancel') {
      await call(cancelReturn, { ...lookup, return_number: formText(form, 'return_number') })
      return null
    }
    const reason = returnReasons.find((one) => one === formText(form, 'reason')) ?? 'other'
    const request_id = formText(form, 'request_id')
    const payload = { ...lookup, request_id, reason, lines: chosenLines(form) }
    const { number } = await call(requestReturn, payload)
    return { done: number }
  },
})

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  page.load({ request, shop: context.get(shopContext) })

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

interface OneOrderProps {
  readonly answer: LookupAnswer<Returns, string>
  readonly returns: Returns
  readonly requestId: string
}

const OneOrder = ({ answer, returns, requestId }: OneOrderProps) => {
  const t = useMessages(returnPagesMessages)
  const locale = useLocale()
  const { entered, done: requested, typed, failure } = answer
  const one = returns.returns.find(({ number }) => number === requested)
  const order = { number: returns.number, email: entered.email }
  return (
    <>
      <h1 className={text.d2}>{one ? t('requestedTitle') : t('orderTitle', { number: returns.number })}</h1>
      {one ? <ReturnInstructions one={one} order={order} /> : null}
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      {!one && returns.refusal ? (
        <Note className={styles.message}>
          <p>{refusalText(returns.refusal.message, locale)}</p>
        </Note>
      ) : null}
      <ReturnList returns={returns.returns} order={order} shown={one?.number ?? null} />
      {!one && returns.lines.length > 0 ? (
        <ReturnForm
          returns={returns}
          email={entered.email}
          requestId={requestId}
          typed={typed}
          failure={failure}
        />
      ) : null}
    </>
  )
}

/** Returns items in steps: the order, the items, the address for the package; for members and guests. */
const ReturnPage = () => {
  const { isMember, requestId, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const returns = answer.found
  const t = useMessages(returnPagesMessages)
  return (
    <OrderLookupPage
      text={{
        title: t('title'),
        heading: t('title'),
        lead: t('lead', { days: returnDays }),
        labels: { number: t('orderNumber'), email: t('email'), button: t('findOrder') },
        hint: t('findHint'),
      }}
      picture="return"
      action="/return"
      entered={answer.entered}
      failure={answer.failure}
      isMember={isMember}
      content={returns ? <OneOrder answer={answer} returns={returns} requestId={requestId} /> : null}
    />
  )
}

export default ReturnPage
