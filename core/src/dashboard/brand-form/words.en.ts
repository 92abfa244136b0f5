import type { BrandFormWords } from './words.es-mx.js'

export const brandFormEn: BrandFormWords = {
  optional: 'optional',
  name: 'Name',
  email: 'Contact e-mail',
  phone: 'Phone',
  logo: 'Logo',
  logoHint: 'PNG, JPEG or WebP, up to 200 KB and 1024 × 1024 pixels. Without a logo we use your initials.',
  color: 'Color',
  colorNames: {
    '#c2410c': 'Orange',
    '#0f766e': 'Teal',
    '#1d4ed8': 'Blue',
    '#7c3aed': 'Purple',
    '#be185d': 'Pink',
    '#111111': 'Black',
  },
  otherColor: 'Another color',
  colorPicker: 'Pick another color',
  contrastOf: (isWhite, ratio) => `Reads well: ${isWhite ? 'white' : 'black'} text, contrast ${ratio} to 1.`,
  preview: 'How you look',
  update: 'Update preview',
  faults: {
    name: 'Enter the name of your business, up to 200 characters.',
    supportEmail: 'Enter an e-mail, such as hello@shop.com.',
    supportPhone: 'Enter a phone number, such as +52 33 3614 0921.',
    color: 'Enter a color such as #0f766e.',
    locale: 'Choose one of the languages.',
    timeZone: 'Choose a time zone from the list.',
  },
  logoFaults: {
    type: 'Choose a PNG, JPEG or WebP picture. Others, such as SVG or GIF, can’t be used.',
    bytes: 'Choose a picture of up to 200 KB.',
    pixels: 'The picture is too large. Use one of up to 1024 × 1024 pixels.',
    damaged: 'The picture is damaged or incomplete. Save it again and choose the copy.',
    animated: 'The picture is an animation. Choose one that doesn’t move.',
  },
}
