"""Paper on a table: a lens on the strains of a label, a steel rule on its lines, an open notebook.  blender -b -P scene_label.py -- lens|rule|desk"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]

def paper(name, w, h, at, turn, lift=.0, curl=.0):
    """A printed sheet that lies on the table, its far edge up by `curl`."""
    m = picture_mat('print', label_file(name), .62); c, s = math.cos(turn), math.sin(turn)
    def fn(x, z):
        z -= h / 2; k = max(0, (z / h + .5)); up = lift + curl * k ** 6 + .012 * noise.noise(Vector((x * .7, z * .7, 1)))
        return (at[0] + x * c - z * s, at[1] + x * s + z * c, .302 + .012 + up)
    o = sheet(fn, w, h, m, None, 120, 90); so = o.modifiers.new('s', 'SOLIDIFY'); so.thickness = .008; so.offset = -1
    return o

def table(col='#7B6F5E'):
    """Oiled oak: long streaks along x."""
    m = mat('oak', col, .48, spec=.35); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc, mp, n, r = N('ShaderNodeTexCoord'), N('ShaderNodeMapping'), N('ShaderNodeTexNoise'), N('ShaderNodeValToRGB')
    mp.inputs['Scale'].default_value = (.55, 9, 9); n.inputs['Scale'].default_value = 1.3; n.inputs['Detail'].default_value = 9; n.inputs['Roughness'].default_value = .62; n.inputs['Distortion'].default_value = .7
    L(tc.outputs['Object'], mp.inputs['Vector']); L(mp.outputs[0], n.inputs['Vector']); L(n.outputs['Fac'], r.inputs[0])
    e = r.color_ramp.elements; e[0].position, e[0].color = .30, (*(x * .55 for x in srgb(col)), 1); e[1].position, e[1].color = .68, (*(min(1, x * 1.25) for x in srgb(col)), 1)
    b = nt.nodes['Principled BSDF']; L(r.outputs[0], b.inputs['Base Color'])
    bp = N('ShaderNodeBump'); bp.inputs['Strength'].default_value = .25; bp.inputs['Distance'].default_value = .01; L(n.outputs['Fac'], bp.inputs['Height']); L(bp.outputs[0], b.inputs['Normal'])
    slab('table', 30, 20, .3, m, .03)

def lens(loc, R=1.15, turn=0., tilt=0.):
    """A reading lens in a brass ring on a turned handle; it lies a little above the print."""
    e = empty('lens', loc, (0, tilt, turn)); g = glass('lens', (.985, .99, .985), ior=1.52, shadow=(.99, .99, .985))
    t = .06; bow = .15; c = (R * R + bow * bow) / (2 * bow)                      # both faces are caps of spheres
    up = [(max(R * i / 24, 1e-4), math.sqrt(c * c - (R * i / 24) ** 2) - (c - bow)) for i in range(25)]
    o = lathe('glass', [(r, -z - t / 2) for r, z in up] + [(r, z + t / 2) for r, z in up[::-1]], g, 160); o.parent = e; o.location = (0, 0, 0)
    brass = mat('brass', '#B98A45', .24, metal=1, bump=.02, bump_scale=60)
    lathe('ring', [(R - .04, -.10)] + [(R + .02, -.15), (R + .10, -.13), (R + .12, -.05), (R + .12, .05), (R + .10, .13), (R + .02, .15), (R - .04, .10), (R - .01, 0), (R - .04, -.10)], brass, 160).parent = e
    h = empty('handle', (R + .10, 0, 0), (0, math.pi / 2, 0)); h.parent = e
    lathe('ferrule', [(1e-4, 0), (.10, 0), (.10, .10), (.14, .14), (.14, .40), (.16, .44), (.16, .50), (1e-4, .50)], brass, 64).parent = h
    wood = mat('wood', '#4A2E1C', .32, spec=.45, coat=.3, bump=.12, bump_scale=9)
    lathe('grip', [(1e-4, .50), (.15, .50), (.17, .60), (.205, 1.1), (.215, 1.7), (.19, 2.4), (.16, 2.8), (.17, 2.92), (.14, 3.02), (1e-4, 3.04)], wood, 64).parent = h
    return e

start(12); world('#D6D8D0', .42)
if item == 'lens':
    table('#6F6352'); paper('ds-facts', 7.0, 4.0, (1.15, .25), math.radians(7), 0, .25)
    lens((-.35, .22, .302 + .72), 1.12, math.radians(-42), math.radians(6.5))
    sun((.78, .55, -.70), 3.0, 2.0, '#FFF0D8'); softbox((-4, 3.5, 5), (0, 0, .3), 2.2, 3.2, 130, '#FFF6E6')
    camera((.10, -3.6, 9.3), (.05, -.22, .3), 78, fstop=2.2, focus=(-.4, .1, .4))
    portrait('label-lens', 16)
elif item == 'desk':                                        # an empty page, a pencil, a cup of tea
    table('#8A7961'); cover, page, line = mat('cover', '#3D4A40', .6, spec=.3, bump=.2, bump_scale=40), mat('page', '#EFEBDD', .85, spec=.15, bump=.06, bump_scale=50), mat('line', '#A9AE9F', .8)
    e = empty('book', (-.35, .15, .30), (0, 0, math.radians(11))); W, H = 2.65, 3.7
    for side in (-1, 1):
        c = slab('cover', W + .10, H + .16, .05, cover, .02); c.location = (side * (W / 2 + .05), 0, 0); c.parent = e
        def hump(x, up): return up * (1 - math.exp(-x / .16)) * math.exp(-x / 3.4) + .04
        for k in range(7):                                      # the leaves, each a little narrower than the one above
            up = .25 - .026 * k if side < 0 else .20 - .022 * k; wide = W - .012 * k
            def leaf(x, z, up=up, wide=wide): u = x + wide / 2; return (side * u, z - H / 2, .03 + hump(u, up))
            o = sheet(leaf, wide, H, page, e, 50, 2)
        on = Print(lambda x, z: (side * x, z - H / 2, .036 + hump(x, .25 if side < 0 else .20)), line, e)
        for q in range(19): on.rect(.22, .28 + q * .172, W - .40, .007)
    p = empty('pencil', (1.05, -.72, .62), (0, math.radians(90), math.radians(63))); p.rotation_euler = (math.radians(0), math.radians(91), math.radians(58))
    lathe('pencil', [(.105, 0), (.105, 4.2)], mat('paint', '#C98A16', .32, spec=.5, coat=.3), 6).parent = p
    lathe('tip', [(.012, -.62), (.030, -.50), (.105, 0)], mat('cedar', '#C9A072', .8, bump=.3, bump_scale=30), 48).parent = p
    lathe('lead', [(1e-4, -.70), (.014, -.63), (.032, -.49)], mat('lead', '#2C2B29', .4), 32).parent = p
    lathe('band', [(.112, 4.18), (.112, 4.46)], mat('band', '#B98A45', .3, metal=1), 48, ribs=(24, .010, 4.2, 4.44)).parent = p
    lathe('rubber', [(.10, 4.46), (.10, 4.66), (.07, 4.73), (1e-4, 4.74)], mat('rubber', '#B57D70', .8), 48).parent = p
    glaze, tea = mat('glaze', '#DAD6C6', .25, spec=.5, coat=.4, bump=.04, bump_scale=8), mat('tea', '#5A2E12', .06, spec=.5, coat=.4); cup = empty('cup', (2.35, 2.15, .30)); R0, Hc, t = 1.15, 1.75, .08
    lathe('cup', [(1e-4, .05), (R0 - .42, .05), (R0 - .40, 0), (R0 - .30, 0)] + arc(R0 - .32, .34, .32, -80, 0, 8) + [(R0, Hc - .04)] + arc(R0 - t / 2, Hc - .04, t / 2, 0, 180, 8) + [(R0 - t, .40)] + arc(R0 - t - .26, .36, .26, 0, -85, 8) + [(1e-4, .10)], glaze, 128).parent = cup
    lathe('tea', [(1e-4, Hc - .32), (R0 - t - .03, Hc - .32), (R0 - t + .005, Hc - .29)], tea, 96).parent = cup
    cu = bpy.data.curves.new('handle', 'CURVE'); cu.dimensions = '3D'; cu.bevel_depth = .12; cu.bevel_resolution = 6; sp = cu.splines.new('POLY'); sp.points.add(40)
    for i, q in enumerate(sp.points): a = -1.75 + 3.5 * i / 40; q.co = (R0 - .10 + .62 * math.cos(a), 0, Hc * .5 + .52 * math.sin(a), 1)
    sp.use_smooth = True; cu.materials.append(glaze); o = add(bpy.data.objects.new('handle', cu)); o.parent = cup; o.rotation_euler = (0, 0, math.radians(-35))
    sun((.80, -.10, -.52), 3.0, 1.4, '#FFEBCB'); softbox((-4, 3.5, 5), (0, 0, .3), 2.2, 3.2, 110, '#FFF6E6')
    camera((.35, -6.4, 8.4), (.35, .28, .4), 62, fstop=5, focus=(0, -.3, .5))
    portrait('desk-notebook', 8)
else:                                                       # a rule of steel along the lines of the panel
    table('#8C8271'); paper('ds-facts', 9.6, 5.486, (2.2, .20), math.radians(5), 0, .1)
    steel = mat('steel', '#B9B9B4', .30, metal=1, bump=.04, bump_scale=6); nt = steel.node_tree
    L, W, T = 9.6, .60, .030; e = empty('rule', (1.02, -.62, .318), (0, 0, math.radians(97)))
    r = slab('rule', L, W, T, steel, .008); r.parent = e
    ink = mat('ink', '#17150F', .5); on = Print(lambda x, z: (x, z, T + .0015), ink, e)
    mm = 1 / 32
    for i in range(int(L / mm) - 3):
        x = -L / 2 + .10 + i * mm; long = .21 if i % 10 == 0 else .15 if i % 5 == 0 else .105
        on.rect(x - .0028, W / 2 - long, .0056, long - .012)
        if i % 10 == 0 and i: on.text(str(i // 10), x - .012, W / 2 - .335, .115, cond=True, align='RIGHT')
    inch = 25.4 * mm / 16
    for i in range(int(L / inch) - 1):
        x = -L / 2 + .10 + i * inch; long = .24 if i % 16 == 0 else .17 if i % 8 == 0 else .125 if i % 4 == 0 else .085
        on.rect(x - .0032, -W / 2 + .012, .0064, long)
    sun((.82, .42, -.52), 3.0, 2.0, '#FFF0D8'); softbox((-4, 3.5, 4), (0, 0, .3), 2.2, 3.2, 120, '#FFF6E6'); softbox((2, 6, 4), (0, 0, .3), 5, 1.6, 160, '#EAF0F4')
    camera((.1, -5.4, 4.6), (.30, -.22, .3), 80, fstop=1.2, focus=(.5, -.5, .32))
    portrait('label-rule', 18)
