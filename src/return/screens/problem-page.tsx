import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { formText } from '#account/screens/form-text.ts'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import type { LookupAnswer } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { problemPagesMessages } from '../messages/problem-pages-messages.ts'
import { returnPagesMessages } from '../messages/return-pages-messages.ts'
import { reportProblem, viewProblems } from '../problem-endpoints.ts'
import type { Problem } from '../problem-endpoints.ts'
import { problemKinds, problemWishes } from '../rules/problem-offer.ts'
import { ProblemForm } from './problem-form.tsx'
import type { Problems } from './problem-form.tsx'
import { outcomeText, ProblemList } from './problem-list.tsx'
import { chosenLines } from './return-form.tsx'
import styles from './return-page.module.css'

/** A browser sends an empty file for a field without one. */
const photosIn = async (form: FormData): Promise<string[]> => {
  const files = form.getAll('photos').filter((file) => typeof file !== 'string' && file.size > 0)
  const photos: string[] = []
  for (const file of files)
    if (typeof file !== 'string') photos.push(new Uint8Array(await file.arrayBuffer()).toBase64())
  return photos
}

const page = lookupPage<Problems, Problem>({
  what: 'order',
  find: (call, entered) => call(viewProblems, lookupPayload(entered)),
  action: async (call, form, entered) => {
    if (formText(form, 'step') !== 'report') return null
    const reported = await call(reportProblem, {
      ...lookupPayload(entered),
      request_id: formText(form, 'request_id'),
      kind: problemKinds.find((one) => one === formText(form, 'kind')) ?? 'missing',
      wish: problemWishes.find((one) => one === formText(form, 'wish')) ?? 'reship',
      details: formText(form, 'details'),
      lines: chosenLines(form),
      photos: await photosIn(form),
    })
    return { done: reported }
  },
})

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  page.load({ request, shop: context.get(shopContext) })

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

interface OneOrderProps {
  readonly answer: LookupAnswer<Problems, Problem>
  readonly problems: Problems
  readonly requestId: string
}

const OneOrder = ({
  answer: { entered, done: reported, typed, failure },
  problems,
  requestId,
}: OneOrderProps) => {
  const t = useMessages(problemPagesMessages)
  const locale = useLocale()
  return (
    <>
      <h1 className={text.d2}>{reported ? t('thanks') : t('orderTitle', { number: problems.number })}</h1>
      {reported ? (
        <Note kind="ok" isAnswer className={styles.message}>
          <p>
            {outcomeText(reported, locale)}
            {reported.state === 'open' ? '' : ` ${t('byMail')}`}
          </p>
        </Note>
      ) : null}
      {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
      {!reported && problems.refusal ? (
        <Note className={styles.message}>
          <p>{refusalText(problems.refusal.message, locale)}</p>
        </Note>
      ) : null}
      <ProblemList problems={problems.problems} />
      {!reported && problems.lines.length > 0 ? (
        <ProblemForm
          problems={problems}
          email={entered.email}
          requestId={requestId}
          typed={typed}
          failure={failure}
        />
      ) : null}
    </>
  )
}

/** Reports a problem with an order in steps: the order, the items, the resolution; for members and guests. */
const ProblemPage = () => {
  const { isMember, requestId, answer: loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded
  const problems = answer.found
  const t = useMessages(problemPagesMessages)
  const lookup = useMessages(returnPagesMessages)
  return (
    <OrderLookupPage
      text={{
        title: t('title'),
        heading: t('title'),
        lead: t('lead'),
        labels: { number: lookup('orderNumber'), email: lookup('email'), button: lookup('findOrder') },
        hint: lookup('findHint'),
      }}
      picture="problem"
      action="/problem"
      entered={answer.entered}
      failure={answer.failure}
      isMember={isMember}
      content={problems ? <OneOrder answer={answer} problems={problems} requestId={requestId} /> : null}
    />
  )
}

export default ProblemPage
