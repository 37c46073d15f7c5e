// The questions of a lesson: judged here, by tolerance, against what linlab computed when it wrote the
// page. Which of them are answered stays in this browser.
"use strict";

(() => {
  const { players, begun, night, Drawing, unpacked, lists } = window.linlab;
  const questions = [];

  // Numbers as people type them: 6/14, 43 %, 1e-3, −0,5

  function numberOf(text, percent) {
    const plain = text.trim().replace(/−/g, "-").replace(/\s/g, "");
    const shared = plain.endsWith("%");
    const parts = plain.replace(/%$/, "").split("/");
    const values = parts.map((part) => (/^[+-]?[\d.,]+(e[+-]?\d+)?$/i.test(part) ? Number(part.replace(",", ".")) : NaN));
    const value = values.length === 2 ? values[0] / values[1] : values[0];
    if (values.length > 2 || !Number.isFinite(value)) return null;
    return shared && !percent ? value / 100 : value;
  }

  function numbersOf(text) {
    const values = text.split(/[,;]\s+|[;\s]+|,(?=\s*[^\d\s])|,/).filter(Boolean).map((part) => numberOf(part, true));
    return values.length && values.every((value) => value !== null) ? values : null;
  }

  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const sameSet = (a, b) => a.length === b.length && a.every((each) => b.includes(each));
  const meanGap = (a, b) => a.reduce((sum, value, k) => sum + Math.abs(value - b[k]), 0) / a.length;
  const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // The angle between a segment and a line in degrees, and how far off its middle is, as a share of its length.
  function turnAndShift([x1, y1, x2, y2], [w1, w2, b]) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const norm = Math.hypot(w1, w2);
    if (!length || !norm) return [90, Infinity];
    const cosine = Math.abs((y2 - y1) * w1 + (x1 - x2) * w2) / (length * norm);
    const off = (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
    const shift = Math.abs((w1 * (x1 + x2)) / 2 + (w2 * (y1 + y2)) / 2 + b) / norm;
    return [off, shift / length];
  }

  // Where the plane of a picture lies on it.
  class Place {
    constructor([x, y, width, height, left, bottom, right, top]) {
      Object.assign(this, { x, y, width, height, left, bottom, right, top });
    }

    to([u, v]) {
      return [
        this.x + ((u - this.left) / (this.right - this.left)) * this.width,
        this.y + ((this.top - v) / (this.top - this.bottom)) * this.height,
      ];
    }

    from([x, y]) {
      return [
        this.left + ((x - this.x) / this.width) * (this.right - this.left),
        this.top - ((y - this.y) / this.height) * (this.top - this.bottom),
      ];
    }
  }

  function stroke(to, places, colour, dashed, arrow) {
    to.strokeStyle = to.fillStyle = colour;
    to.lineWidth = 2.6;
    to.setLineDash(dashed ? [6, 5] : []);
    to.beginPath();
    places.forEach(([x, y], k) => (k ? to.lineTo(x, y) : to.moveTo(x, y)));
    to.stroke();
    to.setLineDash([]);
    if (!arrow) return;
    const [[x0, y0], [x1, y1]] = places.slice(-2);
    const turn = Math.atan2(y1 - y0, x1 - x0);
    to.beginPath();
    to.moveTo(x1, y1);
    for (const side of [-0.36, 0.36]) to.lineTo(x1 - 13 * Math.cos(turn + side), y1 - 13 * Math.sin(turn + side));
    to.fill();
  }

  // Each control: what is given, how it is judged, and what is drawn of it.

  const CONTROLS = {
    choices: {
      given: ({ form }) => {
        const chosen = form.querySelector("input[type=radio]:checked");
        return chosen ? Number(chosen.value) : null;
      },
      right: ({ answer }, given) => given === answer,
      is: (about, given, value) => given === value,
      missing: "Choose one first.",
    },
    line: {
      given: ({ form, about }) => numberOf(form.querySelector(".line").value, about.percent),
      right: ({ answer, tolerance }, given) => Math.abs(given - answer) <= tolerance,
      is: ({ digits }, given, value) => Math.abs(given - value) <= digits * Math.abs(value),
      otherwise: ({ answer, larger, smaller }, given) => (answer > given ? larger : smaller),
      missing: "Type a number first, such as 3, 0.43 or 6/14.",
    },
    examples: {
      typed: (asked, text) => {
        const numbers = numbersOf(text);
        if (!numbers) return null;
        const points = Object.entries(asked.player.data.points);
        const found = numbers.map((number) => points.find(([, [name]]) => name === `Example #${number}`));
        return found.every(Boolean) ? found.map(([id]) => Number(id)) : null;
      },
      right: ({ answer }, given) => sameSet(given, answer),
      is: (about, given, value) => sameSet(given, value),
      otherwise: ({ answer }, given) => {
        const hit = given.filter((id) => answer.includes(id)).length;
        return answer.length > 1 ? `You have ${hit} of ${answer.length}.` : "";
      },
      missing: "Click an example first.",
      begin: (asked, place, id) => {
        if (id === null) return;
        const given = asked.given || [];
        const rest = given.filter((each) => each !== id);
        asked.given = rest.length < given.length ? rest : [...given, id];
        if (!asked.given.length) asked.given = null;
      },
      draw: (asked, to, given, colour, dashed) => {
        const numbers = asked.view.frames[asked.player.k];
        for (const number of numbers) {
          const { ids, at, size } = asked.player.drawing.item(number);
          given.forEach((id) => {
            const k = ids ? ids.indexOf(id) : -1;
            if (k < 0) return;
            to.strokeStyle = colour;
            to.lineWidth = 2.6;
            to.setLineDash(dashed ? [6, 5] : []);
            to.beginPath();
            to.arc(at[2 * k], at[2 * k + 1], size / 2 + (dashed ? 6 : 9), 0, 2 * Math.PI);
            to.stroke();
            to.setLineDash([]);
          });
        }
      },
    },
    arrow: {
      typed: (asked, text) => {
        const values = numbersOf(text);
        return values && values.length === 2 ? values : null;
      },
      right: ({ answer, reach }, given) => far(given, answer) <= reach,
      is: ({ answer, reach }, given, value) => far(given, value) <= Math.min(reach, 0.6 * far(value, answer)),
      missing: "Drag the arrow first.",
      begin: (asked, place) => (asked.given = place),
      move: (asked, place) => (asked.given = place),
      draw: (asked, to, tip, colour, dashed) =>
        stroke(to, [[0, 0], tip].map((each) => asked.place.to(each)), colour, dashed, true),
    },
    segment: {
      typed: (asked, text) => {
        const values = numbersOf(text);
        return values && values.length === 4 ? values : null;
      },
      right: ({ answer, degrees, shift }, given) => {
        const [off, away] = turnAndShift(given, answer);
        return off <= degrees && away <= shift;
      },
      is: ({ degrees, shift }, given, value) => {
        const [off, away] = turnAndShift(given, value);
        return off <= degrees / 2 && away <= shift / 2;
      },
      missing: "Drag a line first.",
      begin: (asked, place) => (asked.given = [...place, ...place]),
      move: (asked, place) => (asked.given = [...asked.given.slice(0, 2), ...place]),
      draw: (asked, to, line, colour, dashed) => {
        const ends = line.length === 4 ? [line.slice(0, 2), line.slice(2)] : across(line, asked.place);
        stroke(to, ends.map((each) => asked.place.to(each)), colour, dashed, false);
      },
    },
    curve: {
      typed: ({ about }, text) => {
        const values = numbersOf(text);
        if (!values || values.length < 2) return null;
        return about.steps.map((_, k) => {
          const at = (k / Math.max(1, about.steps.length - 1)) * (values.length - 1);
          const low = Math.min(values.length - 2, Math.floor(at));
          return values[low] + (at - low) * (values[low + 1] - values[low]);
        });
      },
      whole: (given) => given.every((value) => value !== undefined),
      right: ({ answer, height, tolerance }, given) => meanGap(given, answer) / height <= tolerance,
      is: ({ height, tolerance }, given, value) => meanGap(given, value) / height <= tolerance / 2,
      missing: "Draw the whole curve first, from left to right.",
      begin: (asked, place) => {
        asked.given = asked.given || asked.about.steps.map(() => undefined);
        asked.last = null;
        CONTROLS.curve.move(asked, place);
      },
      move: (asked, [t, value]) => {
        const { steps } = asked.about;
        const near = (each) => steps.reduce((best, step, k) => (Math.abs(step - each) < Math.abs(steps[best] - each) ? k : best), 0);
        const now = near(t);
        const [from, before] = asked.last ?? [now, value];
        const count = Math.abs(now - from);
        for (let k = 0; k <= count; k++) {
          const share = count ? k / count : 1;
          asked.given[from + Math.sign(now - from) * k] = before + share * (value - before);
        }
        asked.last = [now, value];
      },
      draw: (asked, to, values, colour, dashed) => {
        const places = asked.about.steps
          .map((step, k) => [step, values[k]])
          .filter(([, value]) => value !== undefined)
          .map((each) => asked.place.to(each));
        if (places.length > 1) stroke(to, places, colour, dashed, false);
      },
    },
  };

  // The line w·x + b = 0, far beyond the picture at both ends.
  function across([w1, w2, b], { left, right, bottom, top }) {
    const middle = [(left + right) / 2, (bottom + top) / 2];
    const norm = Math.hypot(w1, w2);
    const off = (w1 * middle[0] + w2 * middle[1] + b) / (norm * norm);
    const foot = [middle[0] - off * w1, middle[1] - off * w2];
    const long = Math.hypot(right - left, top - bottom);
    return [-1, 1].map((way) => [foot[0] - (way * long * w2) / norm, foot[1] + (way * long * w1) / norm]);
  }

  // The axes of a curve: a picture of one frame.

  class Chart {
    constructor(canvas, data) {
      this.canvas = canvas;
      this.record = data.views[0];
      this.frames = lists(this.record.frames);
      this.drawing = new Drawing(data, new Uint8Array());
      this.overlay = null;
      new ResizeObserver(() => this.fit()).observe(canvas);
      night.addEventListener("change", () => this.draw());
      this.fit();
    }

    fit() {
      const width = Math.round(this.canvas.clientWidth * devicePixelRatio) || this.record.width;
      this.canvas.width = width;
      this.canvas.height = Math.round((width * this.record.height) / this.record.width);
      this.draw();
    }

    draw() {
      const to = this.canvas.getContext("2d");
      to.setTransform(1, 0, 0, 1, 0, 0);
      to.scale(this.canvas.width / this.record.width, this.canvas.height / this.record.height);
      this.drawing.draw(to, this.frames[0], null);
      if (this.overlay) this.overlay(to);
    }
  }

  class Asked {
    constructor(form, player, chart) {
      this.form = form;
      this.page = form.dataset.page;
      this.player = player;
      this.about = JSON.parse(document.getElementById(form.dataset.asked).textContent);
      this.control = CONTROLS[this.about.control];
      this.view = chart || player.views[0];
      this.place = this.view.record.panel.length ? new Place(this.view.record.panel) : null;
      this.given = null;
      this.last = null;
      this.shown = false; // whether the right answer is
      this.verdict = form.querySelector(".verdict");
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.check();
      });
      form.querySelector(".reveal").addEventListener("click", () => this.finish("shown", ""));
      if (this.control.begin) this.listen();
      if (this.about.plays) player.lock(true);
    }

    listen() {
      const { canvas } = this.view;
      canvas.style.touchAction = "none";
      let held = false;
      const told = (act, event) => {
        const scale = this.view.record.width / canvas.clientWidth;
        const page = [event.offsetX * scale, event.offsetY * scale];
        const id = this.player.drawing.idAt(this.player.views[0].frames[this.player.k], ...page, 8 * scale);
        act(this, this.place.from(page), id);
        this.view.draw();
      };
      canvas.addEventListener("pointerdown", (event) => {
        if (this.shown) return;
        held = true;
        canvas.setPointerCapture(event.pointerId);
        told(this.control.begin, event);
      });
      canvas.addEventListener("pointermove", (event) => {
        if (held && this.control.move) told(this.control.move, event);
      });
      canvas.addEventListener("pointerup", () => (held = false));
      const typed = this.form.querySelector(".typed");
      typed.addEventListener("input", () => {
        this.given = this.control.typed(this, typed.value);
        this.view.draw();
      });
      this.view.overlay = (to) => {
        if (this.given !== null) this.control.draw(this, to, this.given, ink("--accent-text"), true);
        if (this.shown) this.control.draw(this, to, this.about.answer, ink("--text"), false);
      };
    }

    check() {
      const given = this.control.given ? this.control.given(this) : this.given;
      if (given === null || (this.control.whole && !this.control.whole(given))) {
        this.say([this.control.missing]);
        return;
      }
      if (this.control.right(this.about, given)) {
        this.finish("right", this.about.right);
        return;
      }
      const known = this.about.mistakes.find(([value]) => this.control.is(this.about, given, value));
      const otherwise = this.control.otherwise ? this.control.otherwise(this.about, given) : "";
      this.say([this.about.wrong, otherwise && !known ? otherwise : ""], known ? known[1] : "");
      this.form.querySelector(".reveal").hidden = false;
    }

    // The answer is shown, and what the question is about may play.
    finish(how, lead, plays = true) {
      this.shown = true;
      this.say([lead], this.about.words + this.about.why);
      this.form.querySelector(".reveal").hidden = true;
      this.form.querySelector(".check").disabled = true;
      if (this.about.plays) {
        this.player.lock(false);
        if (plays) this.player.play();
      }
      this.view.draw();
      progress.keep(this.page, how);
    }

    // Sentences of this page's own, and words that linlab wrote.
    say(sentences, html = "") {
      this.verdict.innerHTML = html;
      const words = sentences.filter(Boolean).map((sentence) => {
        const line = document.createElement("p");
        line.textContent = sentence;
        return line;
      });
      this.verdict.prepend(...words);
    }
  }

  // What has been answered, kept in this browser.

  const progress = {
    key: `linlab lesson ${document.querySelector(".lesson").dataset.lesson}`,
    done: {},

    read() {
      try {
        this.done = JSON.parse(localStorage.getItem(this.key)) || {};
      } catch {
        this.done = {}; // nothing is kept, or nothing may be
      }
    },

    keep(page, how) {
      this.done[page] = how;
      try {
        localStorage.setItem(this.key, JSON.stringify(this.done));
      } catch {
        // A browser that keeps nothing for files: the lesson works without.
      }
      this.tell();
    },

    tell() {
      const answered = questions.filter((each) => this.done[each.page]).length;
      const words = questions.length ? `${answered} of ${questions.length} questions answered` : "";
      document.querySelector(".progress span").textContent = words;
      document.querySelector(".again").hidden = !answered;
    },
  };

  document.querySelector(".again").addEventListener("click", () => {
    try {
      localStorage.removeItem(progress.key);
    } catch {
      // as above
    }
    location.reload();
  });

  async function ask(form) {
    const player = players.find((each) => each.root.closest(".lesson-page").id === form.dataset.page);
    const canvas = form.querySelector(".chart");
    let chart = null;
    if (canvas) {
      const text = new TextDecoder().decode(await unpacked(canvas.dataset.frames));
      chart = new Chart(canvas, JSON.parse(text));
    }
    if (player) questions.push(new Asked(form, player, chart));
  }

  begun.then(async () => {
    progress.read();
    for (const form of document.querySelectorAll("form.question")) await ask(form);
    for (const each of questions) {
      if (progress.done[each.page]) each.finish(progress.done[each.page], "", false);
    }
    progress.tell();
    document.documentElement.dataset.asked = "yes";
  });
  window.linlab.questions = questions;
})();
