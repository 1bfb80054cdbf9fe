import { NO_NOTES } from '../../../src/notes/notes.ts';
import { address, gender, number, type Scene, same, sentence } from '../facts.ts';

const SHURA = same('name', 'Schura*', 'Shura*', 'Šura*', 'Sura');
const ZHANNA = same('name', 'Schanna*', 'Zhanna*', 'Žanna*', 'Shanna*', 'Janna*', 'Jeanne*', 'Schana*');
const BELSKY = same('name', 'Belski*', 'Belsky*', 'Belskij*', 'Bjelski*', 'Belskii');
/** The patient's illness, the doctor's joke, and the dog. */
const HICCUP = same('pun', 'schluckauf*', 'ikota', 'hicks*', 'schluckser*', 'hickser*', 'schluckerl*');
const WARD = same(
  'term',
  'rotlichtzimmer*|rotes_zimmer|roten_zimmer|rote_zimmer|rotem_zimmer',
  'roter_saal|roten_saal|rote_saal',
  'rote_station|roten_station|rotstation',
  'roter_raum|roten_raum|rote_raum',
);
const SIE = 'Sie|Ihnen|Ihr*';
const DU = 'du|dich|dir|dein*';

/** A night at a provincial clinic: doctors who say Sie, two old friends who say du. */
export const CLINIC: Scene = {
  name: 'The night shift',
  from: 'ru',
  into: 'de',
  notes: {
    ...NO_NOTES,
    about: 'A comedy. A clinic in the provinces, one night in winter.',
    people: [
      { name: 'Шура', translation: 'Schura', gender: 'female', note: 'surgeon, fifty' },
      { name: 'Жанна', translation: 'Schanna', gender: 'female', note: 'nurse, her friend from school' },
      { name: 'Бельский', translation: 'Belski', gender: 'male', note: 'patient, a conductor' },
    ],
    address: [
      { from: 'Шура', to: 'Жанна', form: 'du' },
      { from: 'Жанна', to: 'Шура', form: 'du' },
      { from: 'Шура', to: 'Бельский', form: 'Sie' },
      { from: 'Бельский', to: 'Шура', form: 'Sie' },
    ],
    terms: [
      { source: 'Икота', translation: 'Schluckauf', note: "the illness, and at the end the dog's name" },
      { source: 'красная палата', translation: 'rotes Zimmer', note: '' },
    ],
  },
  lines: [
    ['Шура, ты где?', SHURA, address(DU, SIE)],
    ['В красной палате. Где же ещё.', WARD],
    'Третья ночь подряд.',
    ['Тебе надо спать, слышишь?', address(DU, SIE)],
    ['Я врач, Жанна. Врачи не спят.', ZHANNA, gender('Ärztin', 'Arzt')],
    ['Они только моргают дольше обычного.', sentence('blinzel*|zwinkern|länger')],
    ['Привезли нового. Фамилия Бельский.', BELSKY],
    ['Жалуется на икоту.', HICCUP],
    ['На что?', sentence('was|worauf|worüber|wie')],
    ['На икоту. Она у него уже 11 дней.', HICCUP, number('11|elf')],
    ['Он дирижёр.', gender('dirigent', 'dirigentin')],
    ['И вчера, посреди концерта,', sentence('gestern|konzert*', 'orchester*')],
    ['когда весь оркестр замолчал,', sentence('orchester*', 'konzert*')],
    ['он икнул на весь зал.', sentence('saal|konzertsaal|publikum', 'orchester*')],
    'Бедный.',
    'Критики решили, что так надо.',
    ['Веди его сюда.', address('bring|hol|führ|führe|hole|bringe|schick', 'bringen_sie|holen_sie|führen_sie')],
    ['Добрый вечер. Садитесь.', address('Sie', 'setz|setze')],
    ['Вы доктор? Я думал, будет мужчина.', gender('Ärztin|Doktorin|Frau', 'Arzt')],
    'Я тоже на это надеялась.',
    ['Простите, я не хотел вас обидеть.', address(SIE, DU)],
    ['Когда это у вас началось?', address(SIE, DU)],
    ['Второго марта, в 19:40.', number('19:40|19.40|neunzehn_uhr_vierzig|zwanzig_vor_acht'), sentence('März')],
    ['Вы очень точны.', address(SIE, DU)],
    'Сорок лет считаю такты.',
    ['Жанна, давление!', ZHANNA],
    ['Сто тридцать на восемьдесят пять.', number('130|hundertdreißig|einhundertdreißig')],
    ['Хоть сейчас в космос.', sentence('weltraum|weltall|all|kosmos')],
    ['Вы пробовали задержать дыхание?', address(SIE, DU)],
    ['Пробовал. На две минуты.', number('2|zwei')],
    ['И что?', sentence('und')],
    ['Я потерял сознание и икнул.', sentence('bewusstsein|ohnmächtig|ohnmacht|besinnung|umgekippt')],
    ['А вы женаты?', address(SIE, DU)],
    'Это лечится?',
    ['Жена боится меня напугать.', sentence('frau|gattin|ehefrau')],
    ['Она у меня добрая. Она учительница.', gender('Lehrerin', 'Lehrer')],
    ['Жанна, ты помнишь\nпрофессора Мухину?', address(DU, SIE), gender('Professorin', 'Professor')],
    [
      'Конечно. Она была моей любимой преподавательницей.',
      gender(
        'lieblingslehrerin|dozentin|lieblingsdozentin|lehrerin|lieblingsprofessorin',
        'lieblingslehrer|dozent|lieblingsdozent|lehrer',
      ),
    ],
    ['Она говорила: если больной икает,', sentence('schluckauf|hickst|patient|kranke*', 'brief|geschichte')],
    ['значит, он чего-то не сказал,', sentence('gesagt|verschwiegen|ausgesprochen', 'patient')],
    ['что хотел сказать очень давно.', sentence('lange|längst|lang|ewig*', 'patient')],
    'Вы это серьёзно?',
    ['Я серьёзна, как рентген.', sentence('röntgen*')],
    ['Скажите это вслух. Здесь.', address('Sie', 'sag|sage')],
    ['В красной палате все говорят правду.', WARD],
    ['Хорошо. Я ненавижу Вагнера.', sentence('Wagner')],
    'Тише!',
    'Сорок лет дирижирую\nи ненавижу.',
    ['Ну? Вы икаете?', address(SIE, DU)],
    'Нет… Не икаю.',
    ['Шура, ты гений.', SHURA, address(DU, SIE)],
    ['Просто я была хорошей ученицей.', gender('Schülerin|Studentin', 'Schüler|Student')],
    ['Доктор, я ваш должник.', address(SIE, DU)],
    ['Вы ничего мне не должны.', address(SIE, DU)],
    ['Подождите. У меня для вас подарок.', address(SIE, DU)],
    'В машине. Он лает.',
    ['Собака? Бельский, это больница.', BELSKY, sentence('hund|hündin')],
    ['Ей четыре месяца.', number('4|vier')],
    ['И как её зовут?', sentence('heißt|name')],
    ['Икота.', HICCUP],
    ['Жанна, не смейся.', ZHANNA, address('lach|lache|hör', 'lachen_sie|hören_sie')],
    ['Я не смеюсь. Я плачу.', sentence('weine|heule')],
    ['Икота, иди сюда. Ко мне.', HICCUP],
    ['Теперь и ты при деле, подруга.', gender('freundin|liebe|meine', 'freund|lieber')],
  ],
};
