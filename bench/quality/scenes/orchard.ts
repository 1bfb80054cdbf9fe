import { NO_NOTES } from '../../../src/notes/notes.ts';
import { address, gender, number, type Scene, same, sentence } from '../facts.ts';

const MAVIS = same('name', 'Mavis', 'Mávis');
const TOLLY = same('name', 'Tolly', 'Toli', 'Tólio', 'Toly');
/** The insect of the trap, the nickname, and the secret agent. */
const FLY = same('pun', 'mosca*', 'fly', 'mosquito*', 'voad*|voo*', 'varejeira*');
const STONE = same('term', 'pedra_de_orvalho|pedra_do_orvalho', 'orvalheira*', 'pedra_orvalhada', 'dewstone');
const TU = 'tu|te|ti|teu*|tua*|contigo';

/** Two sisters and a stranger in an orchard. English says "you" to everybody, and no word shows who is a woman. */
export const ORCHARD: Scene = {
  name: 'The orchard',
  from: 'en',
  into: 'pt-PT',
  notes: {
    ...NO_NOTES,
    about: 'Two old sisters and a buyer in an orchard, one afternoon in September. Dry, warm.',
    people: [
      { name: 'Mavis', translation: '', gender: 'female', note: 'the elder sister' },
      { name: 'Tolly', translation: '', gender: 'female', note: 'the younger one; it is she who is called Fly' },
      { name: 'Harcourt', translation: '', gender: 'male', note: 'a buyer from the town, a stranger' },
      { name: 'Doctor Quill', translation: 'doutora Quill', gender: 'female', note: '' },
    ],
    address: [
      { from: 'Mavis', to: 'Tolly', form: 'tu' },
      { from: 'Tolly', to: 'Mavis', form: 'tu' },
      { from: 'Mavis', to: 'Harcourt', form: 'o senhor' },
      { from: 'Harcourt', to: 'Mavis', form: 'a senhora' },
    ],
    terms: [
      { source: 'fly', translation: 'mosca', note: "the insect, and Tolly's nickname" },
      { source: 'dewstone', translation: 'pedra de orvalho', note: '' },
    ],
  },
  lines: [
    ['Mavis, there is a fly in the cider.', MAVIS, FLY],
    ['Then it is the only guest today.', sentence('convidad*|visita|hóspede')],
    [
      "You're tired, Mavis. Sit down.",
      MAVIS,
      gender('cansada|exausta', 'cansado|exausto'),
      address(`${TU}|estás|senta-te|pareces`, 'está|sente-se|parece|você'),
    ],
    ["I'm not tired. I'm old. There is a difference.", gender('velha|cansada|idosa', 'velho|cansado|idoso')],
    ['Of eleven months, if I remember.', number('11|onze')],
    ['Eleven months and four days, Tolly.', TOLLY, number('4|quatro')],
    ['When you were born, Father looked at you', address('nasceste|ti|te|tu', 'nasceu|você')],
    ['and said: "That is no child.', sentence('criança|bebé|menina', 'mosca')],
    ['That is a fly."', FLY],
    [
      'And you have called me that ever since.',
      address(`${TU}|chamas|chamaste|tens|chamas-me`, 'chama|chamou|você|tem'),
    ],
    'Because you never sit still.',
    'A car. Who comes by car in September?',
    'The tax office.',
    'Or love.',
    'At our age they drive the same model.',
    [
      'Good afternoon, ladies. My name is Harcourt.',
      sentence('Harcourt'),
      gender('senhoras|damas|meninas', 'senhores'),
    ],
    ['Are you the owner, madam?', gender('dona|proprietária', 'dono|proprietário'), address('é|senhora', 'és|tu')],
    ['We both are. Half each.', gender('ambas|duas', 'ambos|dois')],
    ['I have the trees, she has the debts.', sentence('árvores'), sentence('dívidas')],
    ['Do you know why I am here?', address('sabe|sabem|senhora*|imagina*', `sabes|${TU}`)],
    'You are lost.',
    'No.',
    ['Then you are selling something.', address('está|vende|senhor|vem|anda', `estás|vendes|vens|${TU}`)],
    ['On the contrary. I would like to buy', sentence('comprar|adquirir', 'pomar')],
    ['this orchard, with the house,', sentence('pomar|casa', 'comprar')],
    ['for four hundred and twenty thousand.', number('420|quatrocent*_e_vinte')],
    ['Tolly, close your mouth. The flies.', TOLLY, FLY, address('fecha', 'feche')],
    [
      'Forgive my sister. She is shocked.',
      gender('chocada|perplexa|atordoada|abalada|espantada', 'chocado|perplexo|atordoado|abalado|espantado'),
      address('desculpe|perdoe', 'desculpa|perdoa'),
    ],
    [
      "I'm not shocked. I'm thirsty.",
      gender(
        'chocada|sedenta|perplexa|atordoada|abalada|espantada',
        'chocado|sedento|perplexo|atordoado|abalado|espantado',
      ),
    ],
    [
      'Would you like some cider, Mr Harcourt?',
      address('quer|deseja|gostaria|aceita|senhor|apetece-lhe', `queres|gostarias|apetece-te|${TU}`),
    ],
    "I'm driving.",
    "It's mostly apples.",
    'And one insect.',
    ['What is that stone by the gate?', sentence('pedra'), sentence('portão|cancela|porta')],
    ['That is the dewstone.', STONE],
    'It sweats before rain.',
    ['Doctor Quill says that is nonsense.', gender('doutora|dra|médica', 'doutor|dr|médico')],
    ['But she looks at it before she hangs out\nher washing.', gender('ela|doutora|médica', 'ele|doutor|médico')],
    ['My grandmother had a dewstone.', STONE],
    'In a town?',
    ['On a balcony. On the sixth floor.', number('6|6.º|sexto')],
    ['It was stolen in 1974.', number('1974')],
    ['Who steals a stone', sentence('pedra|rouba|furta', 'três')],
    ['that weighs as much as three men?', sentence('três|homens', 'rouba|furta')],
    'Three men.',
    [
      'You are funny. I did not expect that.',
      address('é|tem|senhor', `és|tens|${TU}`),
      gender('engraçado|divertido|graça|piada', 'engraçada|divertida'),
    ],
    ['I was a teacher for thirty years, madam.', gender('professor', 'professora'), number('30|trinta')],
    ['And I was a pilot.', gender('piloto|pilota|aviadora', 'aviador')],
    [
      'You, Tolly? You were a secretary.',
      TOLLY,
      gender('secretária', 'secretário'),
      address('tu|foste|eras', 'você|foi|era'),
    ],
    ['At an airfield.', sentence('aeródromo|aeroporto|campo_de_aviação|pista')],
    ['I was the first to see the sun each day.', gender('primeira', 'primeiro')],
    ['They radioed: "Fly, are you awake?"', FLY, gender('acordada|desperta', 'acordado|desperto')],
    ['So they called you Fly, too?', FLY, address('te|chamavam-te|a_ti', 'lhe|chamavam-lhe|você|senhora')],
    'Everybody did. It was my call sign.',
    ['I never knew. You never told me.', address('disseste|contaste|tu', 'disse|contou|você')],
    ['You never asked, Mavis.', MAVIS, address('perguntaste|tu', 'perguntou|você')],
    'It is going to rain.',
    ['How do you know?', address('sabe|senhora*|sabem', 'sabes|tu')],
    ['Look at the dewstone.', STONE, address('olhe|veja|repare|olhem', 'olha|vê|repara')],
    'Well, I never.',
    ['The orchard is not for sale, Mr Harcourt.', sentence('pomar')],
    [
      "But you may come back. I'd be glad.",
      gender('contente|feliz|grata|encantada', 'encantado|grato'),
      address('pode|volte|senhor', `podes|volta|${TU}`),
    ],
    ['For the cider?', sentence('sidra|cidra')],
    ['For the fly.', FLY],
  ],
};
