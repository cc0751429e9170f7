import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { listPlans } from '#catalogue/endpoints.ts'
import { listPageLanguages, readContentPage } from '#content/endpoints.ts'
import type { ContentPage } from '#content/rules/content-page.ts'
import { Section } from '#content/screens/content-section.tsx'
import { InPageLanguage } from '#content/screens/in-page-language.tsx'
import { PageStructuredData } from '#content/screens/page-structured-data.tsx'
import { countriesIn } from '#location/rules/countries.ts'
import { brand } from '#shared/brand.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, SelectField, TextAreaField } from '#ui/field.tsx'
import { HumanCheckFields } from '#ui/human-check-fields.tsx'
import layout from '#ui/layout.module.css'
import { useLocale } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PageSection } from '#ui/page-section.tsx'
import { postedForm } from '#web/request/posted-form.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewChallenge } from '../endpoints.ts'
import type { InquiryForm } from './inquiry-forms.ts'
import { inquiryFormOf } from './inquiry-forms.ts'
import styles from './inquiry-page.module.css'

interface InquiryFieldsProps {
  readonly fields: InquiryForm['fields']
  readonly entered: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}

const countryOptions = (locale: Locale) =>
  countriesIn(locale).map(({ code, name }) => ({ value: code, label: name }))

/** The fields of a form by their kinds, with the entered values and their errors. */
const InquiryFields = ({ fields, entered, errors }: InquiryFieldsProps) => {
  const locale = useLocale()
  return fields.map((field) => {
    const { name, label, hint, required } = field
    const common = {
      name,
      label,
      hint,
      required,
      error: ownValue(errors, name),
      defaultValue: ownValue(entered, name),
      className: field.half ? layout.half : undefined,
    }
    switch (field.kind) {
      case 'line':
        return <Field key={name} {...common} autoComplete={field.autoComplete} />
      case 'email':
        return <Field key={name} {...common} type="email" autoComplete={field.autoComplete} />
      case 'area':
        return <TextAreaField key={name} {...common} maxLength={4000} />
      case 'country':
        return <SelectField key={name} {...common} options={countryOptions(locale)} autoComplete="country" />
      case 'list':
        return <SelectField key={name} {...common} options={field.options} />
      case 'choice':
        return (
          <ChoiceRows key={name} id={name} legend={label} error={ownValue(errors, name)}>
            {field.options.map((option) => (
              <ChoiceRow
                key={option.value}
                name={name}
                {...option}
                defaultChecked={ownValue(entered, name) === option.value}
              />
            ))}
          </ChoiceRows>
        )
    }
  })
}

export const handle = { hasHumanCheck: true } satisfies PageOptions

const pathOf = (url: URL): string => url.pathname.replace(/(?<=.)\/$/, '')

const formOf = (url: URL, locale: Locale): InquiryForm => {
  const form = inquiryFormOf(pathOf(url), locale)
  if (!form) throw new ShopError('NOT_FOUND')
  return form
}

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { call, country } = context.get(shopContext)
  const path = pathOf(url)
  const [{ page }, { languages }, plans, challenge] = await Promise.all([
    call(readContentPage, { path }),
    call(listPageLanguages, { path }),
    call(listPlans, {}),
    call(viewChallenge, {}),
  ])
  const prices = Object.fromEntries(plans.map((plan) => [plan.code, plan]))
  return { page, path, languages, plans: prices, challenge, country, sent: url.searchParams.has('sent') }
}

const enteredValues = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form.keys()].map((name) => [name, formText(form, name)]))

export const action = async ({ request, context, url }: ActionFunctionArgs) => {
  const { call, locale } = context.get(shopContext)
  const { send } = formOf(url, locale)
  const entered = enteredValues(await postedForm(request))
  try {
    await send(call, (name) => ownValue(entered, name) ?? '')
  } catch (thrown) {
    const failure = formFailure(thrown)
    // A token that was not refused itself goes back into the form: it is older by then, not used up.
    const refused = isShopError(thrown) && thrown.code === 'CAPTCHA_FAILED'
    return data(
      { entered, failure, token: refused ? null : (entered['captcha'] ?? null) },
      { status: failure.status },
    )
  }
  // No fragment: with one, browsers would not focus the answer.
  return redirect(`${pathOf(url)}?sent`, 303)
}

const InquirySection = ({ form }: { readonly form: InquiryForm }) => {
  const { challenge, country, sent, path } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const entered = result?.entered ?? { country }
  return (
    <PageSection anchor="form" numbered label={form.legend}>
      <div className={layout.grid}>
        <h2 className={layout.first4}>{form.legend}</h2>
        <div className={layout.last6}>
          {sent && !result ? (
            <Note kind="ok" isAnswer className={styles.message}>
              {form.sent}
            </Note>
          ) : null}
          {result ? <FormRefusal failure={result.failure} className={styles.message} /> : null}
          <form method="post" action={path} className={layout.fields} noValidate>
            <InquiryFields fields={form.fields} entered={entered} errors={result?.failure.fields ?? {}} />
            <HumanCheckFields challenge={challenge} token={result?.token ?? null} />
            <div>
              <Button kind="primary">{form.button}</Button>
            </div>
          </form>
        </div>
      </div>
    </PageSection>
  )
}

const Sections = ({
  sections,
  plans,
}: Pick<ContentPage, 'sections'> & Pick<Awaited<ReturnType<typeof loader>>, 'plans'>) =>
  sections.map((section, at) => <Section key={`${at}-${section.kind}`} section={section} plans={plans} />)

/** Contact, practitioners, partners, people who want to work here: a content page with a form under its title. */
const InquiryPage = () => {
  const { page, languages, plans, path } = useLoaderData<typeof loader>()
  const form = inquiryFormOf(path, useLocale())
  const formAt = form?.after ?? 1
  return (
    <>
      <PageHead
        title={`${page.title} | ${brand.name}`}
        description={page.description}
        languages={languages}
      />
      <PageStructuredData page={page} plans={plans} />
      <InPageLanguage languages={languages}>
        <Sections sections={page.sections.slice(0, formAt)} plans={plans} />
      </InPageLanguage>
      {form ? <InquirySection form={form} /> : null}
      <InPageLanguage languages={languages}>
        <Sections sections={page.sections.slice(formAt)} plans={plans} />
      </InPageLanguage>
    </>
  )
}

export default InquiryPage
