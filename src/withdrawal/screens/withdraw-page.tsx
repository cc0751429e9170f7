import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, useActionData, useLoaderData } from 'react-router'
import { formFailure, formText } from '#account/screens/form-failure.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isShopError } from '#shared/errors.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { previewWithdrawal, withdraw } from '../endpoints.ts'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { WithdrawalDone } from './withdrawal-done.tsx'
import styles from './withdraw-page.module.css'

interface EnteredLookup {
  readonly number: string
  readonly email: string
}

/** The content of the page: the form, one order before it is withdrawn, or the result. */
interface Answer {
  readonly entered: EnteredLookup
  readonly preview: ReplyOf<typeof previewWithdrawal> | null
  readonly done: ReplyOf<typeof withdraw> | null
  readonly failure: FormFailure | null
}

const nothingFound = 'We found no order with this number and email. Please check both.'

const lookupPayload = ({ number, email }: EnteredLookup) => ({
  number,
  email: email === '' ? undefined : email,
})

const failed = (entered: EnteredLookup, thrown: unknown): Answer => {
  const failure = formFailure(thrown)
  const isMiss = isShopError(thrown) && thrown.code === 'NOT_FOUND'
  return {
    entered,
    preview: null,
    done: null,
    failure: isMiss ? { ...failure, message: nothingFound } : failure,
  }
}

const show = async (call: ShopContext['call'], entered: EnteredLookup): Promise<Answer> => {
  try {
    return {
      entered,
      preview: await call(previewWithdrawal, lookupPayload(entered)),
      done: null,
      failure: null,
    }
  } catch (thrown) {
    return failed(entered, thrown)
  }
}

/** A member comes here from an order and sees it at once; the view changes nothing. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const number = new URL(request.url).searchParams.get('number') ?? ''
  const isMember = actor.kind === 'member'
  const entered = { number, email: '' }
  const empty: Answer = { entered, preview: null, done: null, failure: null }
  return { isMember, answer: isMember && number !== '' ? await show(call, entered) : empty }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { call } = context.get(shopContext)
  const form = await request.formData()
  const entered = { number: formText(form, 'number'), email: formText(form, 'email') }
  if (formText(form, 'step') !== 'confirm') {
    const answer = await show(call, entered)
    return data(answer, { status: answer.failure?.status ?? 200 })
  }
  try {
    const done = await call(withdraw, { ...lookupPayload(entered), name: formText(form, 'name') })
    return { entered, preview: null, done, failure: null } satisfies Answer
  } catch (thrown) {
    const answer = failed(entered, thrown)
    return data(answer, { status: answer.failure?.status ?? 500 })
  }
}

const Identify = ({
  answer: { entered, failure },
  isMember,
}: ReturnType<typeof useLoaderData<typeof loader>>) => (
  <>
    <p className={classNames(text.lead, text.mute, styles.lead)}>
      An order that has not shipped can be canceled. From the EU, the EEA and the United Kingdom you can also
      withdraw from the contract, without a reason, within 14 days of delivery.
    </p>
    {failure ? <FormRefusal failure={failure} className={styles.message} /> : null}
    <form method="post" action="/withdraw" className={styles.form} noValidate>
      <Field
        name="number"
        label="Order number"
        autoComplete="off"
        required
        defaultValue={entered.number}
        error={failure?.fields['number']}
        hint="It is in the confirmation email."
      />
      <Field
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        required={!isMember}
        defaultValue={entered.email}
        error={failure?.fields['email']}
        hint={isMember ? 'Only for an order that is not in your account.' : undefined}
      />
      <Button kind="primary" wide>
        Withdraw from contract
      </Button>
    </form>
  </>
)

/** Two steps, as Directive (EU) 2023/2673 requires: say which contract, then confirm; for members and guests. */
const WithdrawPage = () => {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? loaded.answer
  const { preview, done } = answer
  const head = <PageHead title={`Cancel or withdraw | ${brand.name}`} unlisted />
  if (!done && !preview)
    return (
      <PictureSplit picture="refill-packet" alt="A paper refill packet on a block of layered earth">
        {head}
        <h1 className={text.d2}>Cancel an order or withdraw from a contract</h1>
        <Identify answer={answer} isMember={loaded.isMember} />
      </PictureSplit>
    )
  return (
    <div className={layout.page}>
      {head}
      {done ? <WithdrawalDone done={done} /> : null}
      {preview ? <ConfirmWithdrawal preview={preview} email={answer.entered.email} /> : null}
    </div>
  )
}

export default WithdrawPage
