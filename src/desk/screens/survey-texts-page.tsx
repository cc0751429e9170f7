import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { languages } from '#shared/languages.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { translateDeskSurvey, viewDeskSurveyTexts } from '../survey-endpoints.ts'
import { oneOf, textIn, textsOf } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { ActionAnswer, ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields, TextEntry } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { Facts, Section } from './parts/section.tsx'

const addressed = (params: LoaderFunctionArgs['params']) => ({
  name: params['name'] ?? '',
  language: oneOf(languages, params['language'] ?? '', languages[0]),
})

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const { name, language: code } = addressed(params)
  const { version, language, texts } = await call(viewDeskSurveyTexts, { name, language: code })
  const mayChange = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: `${name} in ${language}`, name, code, version, language, texts, mayChange }
}

const textName = (at: number, part: 'text' | 'translation'): string => `text_${at}_${part}`

const pairsIn = (entered: EnteredTexts) =>
  Array.from({ length: Math.min(1500, Number(textIn(entered, 'texts')) || 0) }, (_, at) => ({
    text: textIn(entered, textName(at, 'text')),
    translation: textIn(entered, textName(at, 'translation')),
  }))

/** Publishes the texts of a language. A refusal keeps what was entered. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const entered = textsOf(await postedForm(request))
  const { name, language } = addressed(params)
  try {
    await context
      .get(shopContext)
      .call(translateDeskSurvey, { name, language, base: textIn(entered, 'base'), texts: pairsIn(entered) })
  } catch (thrown) {
    return { entered, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/surveys/${name}?done=translated`, 303)
}

type Loaded = Awaited<ReturnType<typeof loader>>

const TextsForm = ({ version, code, texts }: Pick<Loaded, 'version' | 'code' | 'texts'>) => {
  const { entered, errors = noErrors } = useActionData<typeof action>() ?? {}
  return (
    <form method="post">
      <input type="hidden" name="base" value={entered ? textIn(entered, 'base') : version} />
      <input type="hidden" name="texts" value={texts.length} />
      <Fields>
        {texts.map(({ text, translation }, at) => (
          <div key={text}>
            <input type="hidden" name={textName(at, 'text')} value={text} />
            <TextEntry
              label={text}
              name={textName(at, 'translation')}
              lang={code}
              rows={2}
              maxLength={1000}
              defaultValue={entered ? textIn(entered, textName(at, 'translation')) : translation}
              error={errors.get(`texts.${at}.translation`)}
            />
          </div>
        ))}
        <p>
          <ActionButton kind="primary">Publish texts</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

/** What a survey says in a language after the first. */
const SurveyTextsPage = () => {
  const { name, code, version, language, texts, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={<a href={`/desk/surveys/${name}`}>{name}</a>}
        title={`Texts in ${language}`}
        sub="What is empty is shown in the first language. Words that change at the desk are empty here again."
      />
      <Body>
        <ActionAnswer refusal={useActionData<typeof action>()?.refusal} done={noErrors} />
        {mayChange ? (
          <TextsForm version={version} code={code} texts={texts} />
        ) : (
          <Section title="Texts">
            <Facts facts={texts.map(({ text, translation }) => [text, translation || 'as it is'])} />
          </Section>
        )}
      </Body>
    </>
  )
}

export default SurveyTextsPage
