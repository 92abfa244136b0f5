import type { ComponentChildren, VNode } from 'preact'
import type { Logo } from '../../accounts/logo.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { type FormFault, FaultSummary, type FormView, PostForm } from '../../web/form.js'
import { pictureSize } from '../../web/picture/picture-size.js'
import { ContactFields, LogoField, NameField } from '../brand-form/brand-fields.js'
import { ColorField } from '../brand-form/color-field.js'
import { brandFormWords } from '../brand-form/words.js'
import { CheckBox, ChooseField } from '../components/fields.js'
import { PageHead } from '../components/page-head.js'
import type { FramedPage } from '../framed-page.js'
import { logoAddress } from '../logo.js'
import type { Visit } from '../visit.js'
import { BRAND } from './paths.js'
import { BrandPreviewPart } from './preview-choice.js'
import { RealCharges, type RealChargesParts } from './real-charges.js'
import { beforeName, DETAILS, storedDetails } from './typed-details.js'
import { brandWords } from './words.js'
import { ZoneOptions } from './zone-options.js'

export interface BrandParts extends RealChargesParts {
  logo: Logo | undefined
  faults: readonly FormFault[]
  notice: VNode | null
}

/** The form with its preview, and what real charges need. */
export function brandView(parts: BrandParts): FramedPage {
  const { visit, faults, notice } = parts
  const { base, csrfToken, locale } = visit
  const words = brandWords(locale)
  const content = (
    <>
      <PageHead title={words.title} about={words.about} />
      {notice}
      {faults.length > 0 && <FaultSummary title={words.faultsTitle} faults={faults} />}
      <PostForm action={base + BRAND} csrfToken={csrfToken} hasFile live>
        <div class="with-preview">
          <Details {...parts} />
          <BrandPreviewPart visit={visit} />
        </div>
      </PostForm>
      <RealCharges {...parts} />
    </>
  )
  return { title: words.title, section: 'settings', content }
}

function Details(parts: BrandParts): VNode {
  const { visit, faults } = parts
  const { base, fields, account, locale } = visit
  const words = brandWords(locale)
  const stored = storedDetails(account)
  // Held from the first form on, so that a form that is shown again is compared with what it began with.
  const values = Object.keys(fields).length > 0 ? { ...stored, ...fields } : stored
  const form = { values, faults }
  return (
    <div class="card full">
      {DETAILS.map((name) => (
        <input type="hidden" name={beforeName(name)} value={fields[beforeName(name)] ?? stored[name]} />
      ))}
      <Part title={words.business}>
        <NameField visit={visit} form={form} hint={words.nameHint} />
        <ContactFields visit={visit} form={form} isEmailOptional />
      </Part>
      <Part title={words.look}>
        <LogoField visit={visit} form={form}>
          <PresentLogo {...parts} />
        </LogoField>
        <ColorField words={brandFormWords(locale)} form={form} />
      </Part>
      <Part title={words.languageAndTime}>
        <LanguageAndZone visit={visit} form={form} />
      </Part>
      <div class="form-part row">
        <SubmitButton kind="first" busy={words.saving}>
          {words.save}
        </SubmitButton>
        <ButtonLink kind="bare" href={base + BRAND}>
          {words.discard}
        </ButtonLink>
      </div>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ComponentChildren }): VNode => (
  <section class="form-part stack">
    <h2>{title}</h2>
    {children}
  </section>
)

function PresentLogo({ visit, logo }: BrandParts): VNode | null {
  if (!logo) return null
  const { locale, fields } = visit
  const words = brandWords(locale)
  const size = pictureSize(logo.bytes)
  const kilobytes = Math.max(1, Math.round(logo.bytes.length / 1000)).toLocaleString(locale)
  return (
    <div class="present-logo">
      <img src={logoAddress(visit)} alt="" />
      <div>
        <b>{words.yourLogo}</b>
        <small>{words.logoSize(size && `${size.width} × ${size.height}`, kilobytes)}</small>
      </div>
      <CheckBox
        name="removeLogo"
        label={words.removeLogo}
        about={words.removeLogoAbout}
        isOn={fields['removeLogo'] === 'on'}
      />
    </div>
  )
}

function LanguageAndZone({ visit, form }: { visit: Visit; form: FormView }): VNode {
  const { locale, now } = visit
  const words = brandWords(locale)
  const { values } = form
  return (
    <div class="fields">
      <ChooseField form={form} name="locale" label={words.language} hint={words.languageHint}>
        {Object.entries(words.languages).map(([language, name]) => (
          <option value={language} selected={language === values['locale']}>
            {name}
          </option>
        ))}
      </ChooseField>
      <ChooseField form={form} name="timeZone" label={words.zoneLabel} hint={words.zoneHint}>
        <ZoneOptions locale={locale} chosen={values['timeZone'] ?? ''} now={now} />
      </ChooseField>
    </div>
  )
}
