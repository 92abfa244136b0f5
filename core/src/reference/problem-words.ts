import { EN } from './problem-words.en.js'
import { ES } from './problem-words.es.js'

export const PROBLEM_WORDS = { 'es-MX': ES, en: EN }
