import { NO_NOTES } from '../../../src/notes/notes.ts';
import { address, gender, number, pun, type Scene, same, sentence } from '../facts.ts';

const WREN = same('name', 'Wren*', 'Zaunkönig*');
const ODELL = same('name', 'Odell*', 'Odel');
/** The machine and the bird, which are one word in English, and nearly one in German. */
const CRANE = pun('kran|krans|kranes', 'kranich*|reiher*');
const BIRD = pun('kranich*', 'kran|reiher*');
const SPAN = same(
  'term',
  'feld_neun|neuntes_feld|neunten_feld|neunte_feld|feld_9',
  'bogen_neun|neunte_bogen|neunten_bogen|neunter_bogen|bogen_9',
  'spanne_neun|spanne_9',
  'joch_neun|neunte_joch|neunten_joch|joch_9',
  'abschnitt_neun|abschnitt_9|neunten_abschnitt',
);
const DU = 'du|dich|dir|dein*';
const SIE = 'Sie|Ihnen|Ihr*';

/** A building site at night: two friends who say du, and an inspector who says Sie. */
export const BRIDGE: Scene = {
  name: 'The bridge',
  from: 'en',
  into: 'de',
  notes: {
    ...NO_NOTES,
    about: 'A drama on a building site, the night before a bridge is opened. Short sentences.',
    people: [
      { name: 'Wren', translation: '', gender: 'female', note: 'welder' },
      { name: 'Odell', translation: '', gender: 'male', note: "crane driver, Wren's friend" },
      { name: 'Castellane', translation: '', gender: 'female', note: 'inspector, a stranger to both' },
    ],
    address: [
      { from: 'Wren', to: 'Odell', form: 'du' },
      { from: 'Odell', to: 'Wren', form: 'du' },
      { from: 'Wren', to: 'Castellane', form: 'Sie' },
      { from: 'Castellane', to: 'Wren', form: 'Sie' },
    ],
    terms: [
      { source: 'crane', translation: 'Kran', note: 'the machine; the bird is a Kranich' },
      { source: 'span nine', translation: 'Feld neun', note: 'a part of the bridge' },
    ],
  },
  lines: [
    ['Wren? Are you up there?', WREN, address(DU, SIE)],
    ['I am always up here, Odell.', ODELL],
    'Come down. It is past midnight.',
    ['Not before span nine is done.', SPAN],
    ['You said that yesterday.', address(DU, SIE)],
    'Yesterday it was true as well.',
    [
      'There is an inspector at the gate. A Ms Castellane.',
      gender('Inspektorin|Prüferin|Kontrolleurin|Inspekteurin', 'Inspektor|Prüfer|Kontrolleur'),
      sentence('tor|einfahrt|eingang'),
    ],
    'At midnight?',
    'She says that bridges do not sleep.',
    ['Good evening. You must be the welder.', gender('schweißerin', 'schweißer'), address(SIE, DU)],
    'One of twelve. The last one awake.',
    [
      'And you are the driver of that crane?',
      CRANE,
      gender('fahrer|kranführer|führer', 'fahrerin|kranführerin'),
      address(SIE, DU),
    ],
    ['Odell. Twenty years in that seat.', ODELL, number('20|zwanzig')],
    ['I need to see span nine.', SPAN],
    ["Now? You will need a helmet, ma'am.", address(SIE, DU)],
    ['I have one. I was an engineer before I did this.', gender('ingenieurin', 'ingenieur')],
    ['Then you know what a cold weld is.', address(SIE, DU)],
    ['I know what it costs.', sentence('kostet|kosten')],
    ['In 1987 a bridge fell two days', number('1987'), sentence('brücke', 'kapelle|blaskapelle|band')],
    ['after the mayor had walked across it', sentence('bürgermeister*', 'kapelle|blaskapelle|band')],
    ['with a brass band.', sentence('kapelle|blaskapelle|blasorchester|band|blasmusik', 'bürgermeister*')],
    'Nobody died. It was a Sunday.',
    ['The trumpet was found in April.', sentence('trompete'), sentence('April')],
    ['Careful, the ladder is wet.', sentence('leiter')],
    ['How many bolts are there in a span?', sentence('bolzen|schrauben')],
    [
      'Two thousand three hundred and four.',
      number('2304|2.304|2 304|zweitausenddreihundertvier|zweitausenddreihundertundvier'),
    ],
    ['You counted them?', address(SIE, DU)],
    [
      'I put them in.',
      sentence('eingesetzt|eingebaut|reingeschraubt|angebracht|eingeschraubt|montiert|reingesetzt|reingedreht|gesetzt'),
    ],
    ['Wren, who is that on the crane?', WREN, CRANE],
    ['Nobody. That is a bird.', sentence('vogel')],
    ['It is a crane.', BIRD],
    ['A crane on a crane.', pun('kranich'), pun('kran')],
    ['They come through every March.', sentence('März')],
    ['Then even nature reads the plans.', sentence('natur'), sentence('pläne|plan|baupläne')],
    ['You smile, inspector.', address(SIE, DU), gender('inspektorin|prüferin|frau', 'inspektor|prüfer|herr')],
    'It is the wind.',
    ['Here. This seam. Who did this one?', sentence('naht|schweißnaht')],
    ['I did. In January. At minus fourteen.', number('14|vierzehn'), sentence('Januar|Jänner')],
    ['Were you alone?', address(SIE, DU)],
    ['I was with a colleague. She is in hospital now.', gender('kollegin', 'kollege|kollegen')],
    ['This seam is cold.', sentence('naht|schweißnaht')],
    'No.',
    ['I am sorry. Look for yourself.', address(SIE, DU)],
    ['Odell, give me the lamp.', ODELL, address('gib|reich|reiche', 'geben_sie|reichen_sie')],
    ['You are pale, Wren.', WREN, address(DU, SIE)],
    'She is right.',
    ['I was the best of my year,', gender('beste', 'bester|der_beste'), sentence('jahrgang*|jahr*', 'hände')],
    ['and I was so tired', sentence('müde', 'hände')],
    ['that I trusted my hands.', sentence('händen|hände', 'müde')],
    ['How long does it take to do it again?', sentence('lange|dauert')],
    ['Five hours, if it does not rain.', number('5|fünf')],
    ['The opening is at nine.', number('9|neun')],
    ['You could simply write that it is fine.', address(SIE, DU)],
    ['I could. And you could have simply\ngone home.', address(SIE, DU)],
    ['Odell, can you lift the plate?', ODELL, address(DU, SIE)],
    ['Not with the crane. There is a crane on it.', pun('kranich'), pun('kran')],
    'It will fly when the engine starts.',
    ['Then wake it gently, my friend.', gender('freund|lieber', 'freundin|liebe')],
    ['Ms Castellane, you do not have to stay.', address(SIE, DU), sentence('Castellane')],
    ["I was a welder's daughter. I hold the light.", gender('tochter', 'sohn')],
    ['Six minutes to nine. Done.', number('6|sechs')],
    ['Will you sign now?', address(SIE, DU)],
    ['Span nine. Fine. Castellane.', SPAN],
    ['Look. It is back on the crane.', CRANE],
    ['It wanted to see you finish, Wren.', WREN, address(DU, SIE)],
  ],
};
